using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Charts.Curves;

/// <summary>The curves of the repetitions of one configuration, merged.</summary>
public sealed record LevelCurves
{
    /// <summary>Its value of each factor.</summary>
    [JsonPropertyName("configuration")]
    public required JsonObject Levels { get; init; }

    /// <summary>Repetitions that were merged.</summary>
    public required int Repetitions { get; init; }

    /// <summary>Repetitions that were not: no conclusion may rest on them, or what they left is gone.</summary>
    public required int LeftOut { get; init; }

    /// <summary>True when no conclusion may rest on any of them: the measuring machine limited them, or a cache may have answered, or they
    /// were cut short.</summary>
    public bool Inconclusive { get; init; }

    /// <summary>Latencies of successful operations over all of them: HdrHistogram V2, compressed, base64.</summary>
    public required string Latencies { get; init; }

    /// <summary>Operations of the repetitions that were merged which were never started; null where an older build merged them.</summary>
    public long? NeverStarted { get; init; }

    /// <summary>See <see cref="IntervalWidth"/>.</summary>
    public required int WidthExponent { get; init; }

    /// <summary>In the order of time since the start of each repetition.</summary>
    public required IReadOnlyList<CurveInterval> Intervals { get; init; }

    /// <summary>The interval of each repetition in which its last client ended; where an older build measured it, that of the last
    /// operation with a time. Empty where an older build merged them.</summary>
    public IReadOnlyList<int> LastIntervals { get; init; } = [];

    /// <summary>Failed operations that are in no interval.</summary>
    public required long ErrorsWithoutTime { get; init; }

    /// <summary>What each of several workers did, the median of the repetitions; empty where one measured alone.</summary>
    public required IReadOnlyList<WorkerRate> Workers { get; init; }
}
