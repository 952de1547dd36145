using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Runs;

/// <summary>One published result. Written once, by the TaskManager, from the accepted attempt only.</summary>
public sealed record PointRecord
{
    /// <summary>From 1, in the order of measurement.</summary>
    public required int Number { get; init; }

    /// <summary>From 1; also the block, because each repetition measures every configuration once.</summary>
    public required int Repetition { get; init; }

    /// <summary>Its value of each factor.</summary>
    [JsonPropertyName("configuration")]
    public required JsonObject Levels { get; init; }

    /// <summary>How it ended.</summary>
    [JsonPropertyName("state")]
    public required PointStatus Status { get; init; }

    /// <summary>The attempt whose result this is.</summary>
    public required int Attempt { get; init; }

    /// <summary>The worker process that measured it; empty when none did.</summary>
    public string WorkerId { get; init; } = "";

    /// <summary>The machine that process ran on.</summary>
    public string HostId { get; init; } = "";

    /// <summary>The build of the worker that measured it; empty when none did.</summary>
    public string Build { get; init; } = "";

    /// <summary>Names and versions of the client libraries that made the requests; empty when none did, or an older build did.</summary>
    public string Sdk { get; init; } = "";

    /// <summary>The kind of machine that measured it, as its worker names it; empty likewise.</summary>
    public string Sku { get; init; } = "";

    /// <summary>Which segment of the run it belongs to, from 1: a new one begins when the rest of a run is measured by another
    /// build.</summary>
    public int Segment { get; init; } = 1;

    /// <summary>When a worker took it.</summary>
    public DateTimeOffset? ClaimedAt { get; init; }

    /// <summary>When its result was stored.</summary>
    public DateTimeOffset? EndedAt { get; init; }

    /// <summary>True when the target was an emulator: mechanics, not a cloud.</summary>
    public bool Emulator { get; init; }

    /// <summary>What was measured; null for a point that failed before it measured anything.</summary>
    public PointResult? Result { get; init; }

    /// <summary>What its operations did; null where it has none, or no result.</summary>
    [JsonIgnore]
    public OperationSummary? Summary => Result?.Operations;

    /// <summary>
    /// Its value of each metric of the experiment that it has, by name, in the metric's unit: in documents, whose readers need not know the
    /// experiment. Null in what is stored: there it is read from the summary.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public IReadOnlyDictionary<string, double>? Metrics { get; init; }

    /// <summary>The value of a metric that a document brings with the point; null where it brings none.</summary>
    /// <param name="metric">Its name.</param>
    public double? ValueOf(string metric) => Metrics?.TryGetValue(metric, out var value) == true ? value : null;

    /// <summary>Blob with histograms, samples and per-client numbers; empty when there is none.</summary>
    public string DetailsBlob { get; init; } = "";

    /// <summary><see cref="FileHash"/> of that blob, by which a changed one is recognised; empty when there is none, or an older build
    /// stored it.</summary>
    public string DetailsHash { get; init; } = "";

    /// <summary>Why it failed; empty when it did not.</summary>
    public string Error { get; init; } = "";
}

/// <summary>How a published point ended.</summary>
public enum PointStatus
{
    /// <summary>Measured to its planned end.</summary>
    Measured,

    /// <summary>Failed for good; what was measured of it, if anything, is kept and flagged.</summary>
    Failed,

    /// <summary>A periodic point whose time passed before any worker took it: a gap in the series.</summary>
    Missed,

    /// <summary>Not measured, because what it was to make was there already.</summary>
    Reused,
}
