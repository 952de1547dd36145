using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;

namespace AzurePerf.Core.Comparisons;

/// <summary>A figure of a point that runs are compared by, one value per repetition.</summary>
/// <param name="Name">As in the exported columns.</param>
/// <param name="Unit">Of the values.</param>
/// <param name="HigherIsBetter">Which direction is an improvement.</param>
/// <param name="ValueOf">The value of one repetition; null where it has none, a percentile of too few samples for instance.</param>
public sealed record ComparedMetric(string Name, string Unit, bool HigherIsBetter, Func<PointSummary, double?> ValueOf)
{
    /// <summary>Successful operations per second, the clients' own means added up, as the tables print it.</summary>
    public static ComparedMetric OperationRate { get; } = new("opsPerSecond", "1/s", true, summary => summary.OperationsPerSecond.SumOfClientMeans);

    /// <summary>
    /// Floating-point operations per second, of experiments that count them. What is read of a repetition is its operations per second; <see cref="MeasuredRun"/>, which knows the
    /// levels, multiplies them with the floating-point operations of each.
    /// </summary>
    public static ComparedMetric FlopRate { get; } = new("flopPerSecond", "FLOP/s", true, summary => summary.OperationsPerSecond.SumOfClientMeans);

    /// <summary>Payload bytes per second, likewise.</summary>
    public static ComparedMetric ByteRate { get; } = new("bytesPerSecond", "B/s", true, summary => summary.BytesPerSecond.SumOfClientMeans);

    /// <summary>Successful operations per second of the time that their follow-ups left, likewise.</summary>
    public static ComparedMetric NetOperationRate { get; } = new("opsPerSecondNetOfFollowUps", "1/s", true, summary => summary.OperationsPerSecond.NetOfFollowUps);

    /// <summary>Mean latency of successful operations; of an overloaded point it tells only how long that lasted.</summary>
    public static ComparedMetric MeanLatency { get; } =
        new("mean", "ns", false, summary => summary.OpenLoop is { IsOverloaded: true } ? null : summary.Latency.MeanNanoseconds);

    /// <summary>Median latency.</summary>
    public static ComparedMetric MedianLatency { get; } = new("p50", "ns", false, summary => summary.Latency.P50Nanoseconds);

    /// <summary>The latency that 95 of 100 operations do not exceed.</summary>
    public static ComparedMetric P95Latency { get; } = new("p95", "ns", false, summary => summary.Latency.P95Nanoseconds);

    /// <summary>The latency that 99 of 100 operations do not exceed.</summary>
    public static ComparedMetric P99Latency { get; } = new("p99", "ns", false, summary => summary.Latency.P99Nanoseconds);

    /// <summary>The longest latency: one operation alone, so it differs from repetition to repetition more than any other.</summary>
    public static ComparedMetric LongestLatency { get; } = new("max", "ns", false, summary => summary.Latency.MaximumNanoseconds);

    /// <summary>Every metric, in the order of this list.</summary>
    public static IReadOnlyList<ComparedMetric> All { get; } = [OperationRate, ByteRate, FlopRate, NetOperationRate, MeanLatency, MedianLatency, P95Latency, P99Latency, LongestLatency];

    /// <summary>True where it is what was done per second.</summary>
    public bool IsRate => HigherIsBetter;

    /// <summary>The rate that an experiment is about; in an open loop, where the rate is given, the median latency.</summary>
    /// <param name="definition">Of the experiment.</param>
    /// <param name="parameters">Of the run.</param>
    public static ComparedMetric HeadlineOf(ExperimentDefinition definition, JsonObject parameters)
    {
        ArgumentNullException.ThrowIfNull(definition);
        ArgumentNullException.ThrowIfNull(parameters);
        var open = parameters["arrivals"] is { } arrivals && arrivals.GetValue<string>() != ApiWord.Of(ArrivalKind.Closed);
        return open ? MedianLatency : definition.MeasuresBytes ? ByteRate : definition.MeasuresFlop ? FlopRate : OperationRate;
    }

    /// <summary>False for floating-point operations of an experiment that counts none.</summary>
    public bool IsOf(ExperimentDefinition definition)
    {
        ArgumentNullException.ThrowIfNull(definition);
        return this != FlopRate || definition.MeasuresFlop;
    }

    /// <summary>The metric of a name, or null.</summary>
    public static ComparedMetric? Find(string name) => All.FirstOrDefault(metric => metric.Name == name);
}
