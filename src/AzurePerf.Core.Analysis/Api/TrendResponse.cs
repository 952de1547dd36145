using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Trends;

namespace AzurePerf.Core.Api;

/// <summary>One configuration over many runs: those of a schedule, or those that asked for the same as a run.</summary>
public sealed record TrendResponse
{
    /// <summary>Catalogue id.</summary>
    public required string Experiment { get; init; }

    /// <summary>Name of what was measured.</summary>
    public required string Target { get; init; }

    /// <summary>The schedule that started the runs; empty for runs like another one.</summary>
    public string ScheduleId { get; init; } = "";

    /// <summary>The run that they are like; empty for those of a schedule.</summary>
    public string RunId { get; init; } = "";

    /// <summary>What must stand wherever the values are; empty for most experiments.</summary>
    public string Disclaimer { get; init; } = "";

    /// <summary>What may be missing; empty where all runs were looked at.</summary>
    public string Note { get; init; } = "";

    /// <summary>How many runs there are on all pages.</summary>
    public required int Runs { get; init; }

    /// <summary>What the values are, as in the exported columns; null where no run measured anything that counts.</summary>
    public string? Metric { get; init; }

    /// <summary>1/s, B/s, FLOP/s or ns.</summary>
    public string? Unit { get; init; }

    /// <summary>Which direction is an improvement.</summary>
    public bool? HigherIsBetter { get; init; }

    /// <summary>The configuration that the values are of.</summary>
    [JsonPropertyName("configuration")]
    public JsonObject? Levels { get; init; }

    /// <summary>Every configuration that can be asked for.</summary>
    public required IReadOnlyList<JsonObject> Configurations { get; init; }

    /// <summary>A value for each run, oldest first; null where a run has none: a gap.</summary>
    public required IReadOnlyList<TrendValue> Values { get; init; }

    /// <summary>Where the level changed for good, oldest first, over all pages; empty below ten values.</summary>
    public required IReadOnlyList<TrendChange> Changes { get; init; }

    /// <summary>Whether the values rise or fall from the first to the last, over all pages; null when they do not, or when changes tell it
    /// already.</summary>
    public TrendDrift? Drift { get; init; }

    /// <summary>Address of the next page; null after the last.</summary>
    public string? Next { get; init; }
}
