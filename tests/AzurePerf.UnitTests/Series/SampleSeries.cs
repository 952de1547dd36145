using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager;

namespace AzurePerf.UnitTests.Series;

/// <summary>A run of compute.intervals, a point each second.</summary>
internal static class SampleSeries
{
    public static readonly DateTimeOffset Start = new(2026, 8, 1, 10, 20, 30, TimeSpan.Zero);

    /// <summary>Points whose operations took so many milliseconds; null for one that nobody measured.</summary>
    public static MeasuredRun Of(params double?[] milliseconds)
    {
        var spec = SampleSpecs.Of("""{ "experiment": "compute.intervals", "preset": "reduced", "seed": 1 }""");
        return new(Shipped.ExperimentOf(spec), spec, [.. milliseconds.Select((value, index) => Point(index, value))]);
    }

    private static PointRecord Point(int index, double? milliseconds) => new()
    {
        Number = index + 1,
        Repetition = index + 1,
        Levels = new JsonObject { ["snps"] = 256, ["clients"] = 1 },
        Status = milliseconds is null ? PointStatus.Missed : PointStatus.Measured,
        Attempt = 1,
        ClaimedAt = milliseconds is null ? null : Start.AddSeconds(index),
        Result = milliseconds is { } value ? SampleSummary.Of(1).With(operations => operations with { Latency = new(1, value * 1e6, null, null, null, null, null, null, null, null) }) : null,
    };
}
