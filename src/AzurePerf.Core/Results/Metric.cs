using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Results;

/// <summary>A figure of a point, one value per repetition. The number of a combination of levels is the median over the repetitions that
/// count: see <see cref="LevelFigure"/>.</summary>
/// <param name="Name">As in the exported columns.</param>
/// <param name="Unit">Of the values.</param>
/// <param name="HigherIsBetter">Which direction is an improvement.</param>
/// <param name="Read">From one repetition; null where it has none, a percentile of too few samples for instance. Where floating-point
/// operations are counted, of operations.</param>
public sealed record Metric(string Name, string Unit, bool HigherIsBetter, Func<PointResult, double?> Read)
{
    /// <summary>Successful operations per second, the clients' own means added up.</summary>
    public static Metric OperationRate { get; } =
        new("opsPerSecond", "1/s", true, result => result.Operations?.OperationsPerSecond.SumOfClientMeans);

    /// <summary>Floating-point operations per second, of experiments that count them.</summary>
    public static Metric FlopRate { get; } =
        new("flopPerSecond", "FLOP/s", true, result => result.Operations?.OperationsPerSecond.SumOfClientMeans) { CountsFlop = true };

    /// <summary>Payload bytes per second, likewise.</summary>
    public static Metric ByteRate { get; } =
        new("bytesPerSecond", "B/s", true, result => result.Operations?.BytesPerSecond.SumOfClientMeans);

    /// <summary>Successful operations per second of one client: the mean of the clients' own means.</summary>
    public static Metric OperationRatePerClient { get; } =
        new("opsPerSecondPerClient", "1/s", true, result => result.Operations?.OperationsPerSecond.PerClientMean);

    /// <summary>Floating-point operations per second of one client, likewise.</summary>
    public static Metric FlopRatePerClient { get; } =
        new("flopPerSecondPerClient", "FLOP/s", true, result => result.Operations?.OperationsPerSecond.PerClientMean) { CountsFlop = true };

    /// <summary>Payload bytes per second of one client, likewise.</summary>
    public static Metric ByteRatePerClient { get; } =
        new("bytesPerSecondPerClient", "B/s", true, result => result.Operations?.BytesPerSecond.PerClientMean);

    /// <summary>Successful operations per second of the time that their follow-ups left, likewise.</summary>
    public static Metric NetOperationRate { get; } =
        new("opsPerSecondNetOfFollowUps", "1/s", true, result => result.Operations?.OperationsPerSecond.NetOfFollowUps);

    /// <summary>Mean latency of successful operations; of an overloaded point it tells only how long that lasted.</summary>
    public static Metric MeanLatency { get; } =
        new("mean", "ns", false,
            result =>
                result.Operations is { OpenLoop: null or { IsOverloaded: false } } operations ? operations.Latency.MeanNanoseconds : null);

    /// <summary>Median latency.</summary>
    public static Metric MedianLatency { get; } = new("p50", "ns", false, result => result.Operations?.Latency.P50Nanoseconds);

    /// <summary>The latency that 95 of 100 operations do not exceed.</summary>
    public static Metric P95Latency { get; } = new("p95", "ns", false, result => result.Operations?.Latency.P95Nanoseconds);

    /// <summary>The latency that 99 of 100 operations do not exceed.</summary>
    public static Metric P99Latency { get; } = new("p99", "ns", false, result => result.Operations?.Latency.P99Nanoseconds);

    /// <summary>The longest latency: one operation alone, so it differs from repetition to repetition more than any other.</summary>
    public static Metric LongestLatency { get; } = new("max", "ns", false, result => result.Operations?.Latency.MaximumNanoseconds);

    /// <summary>Every metric that runs can be compared by, in the order of this list.</summary>
    public static IReadOnlyList<Metric> All { get; } =
        [OperationRate, ByteRate, FlopRate, NetOperationRate, MeanLatency, MedianLatency, P95Latency, P99Latency, LongestLatency];

    /// <summary>True where it is what was done per second.</summary>
    public bool IsRate => HigherIsBetter;

    private bool CountsFlop { get; init; }

    /// <summary>The rate that an experiment is about: bytes, floating-point operations or operations per second.</summary>
    public static Metric RateOf(ExperimentDefinition? definition) =>
        definition switch { { MeasuresBytes: true } => ByteRate, { MeasuresFlop: true } => FlopRate, _ => OperationRate };

    /// <summary>The same of one client.</summary>
    public static Metric ClientRateOf(ExperimentDefinition? definition) =>
        definition switch
        {
            { MeasuresBytes: true } => ByteRatePerClient,
            { MeasuresFlop: true } => FlopRatePerClient,
            _ => OperationRatePerClient,
        };

    /// <summary>What an experiment is about: its rate; in an open loop, where the rate is given, the median latency.</summary>
    /// <param name="definition">Of the experiment.</param>
    /// <param name="parameters">Of the run.</param>
    public static Metric HeadlineOf(ExperimentDefinition definition, JsonObject parameters)
    {
        ArgumentNullException.ThrowIfNull(definition);
        ArgumentNullException.ThrowIfNull(parameters);
        return parameters["arrivals"] is { } arrivals && arrivals.GetValue<string>() != CamelCase.Of(ArrivalKind.Closed)
            ? MedianLatency
            : RateOf(definition);
    }

    /// <summary>What a run is about; null for one that measures no points.</summary>
    public static Metric? HeadlineOf(RunSpec spec)
    {
        ArgumentNullException.ThrowIfNull(spec);
        return KnownExperiments.Catalogue.FindMeasuring(spec.Experiment) is { } definition ? HeadlineOf(definition, spec.Parameters) : null;
    }

    /// <summary>False for floating-point operations of an experiment that counts none.</summary>
    public bool IsOf(ExperimentDefinition definition)
    {
        ArgumentNullException.ThrowIfNull(definition);
        return !CountsFlop || definition.MeasuresFlop;
    }

    /// <summary>The metric of a name, or null.</summary>
    public static Metric? Find(string name) => All.FirstOrDefault(metric => metric.Name == name);

    /// <summary>How many of its unit one of what <see cref="Read"/> gives is: the floating-point operations of an operation where these are
    /// counted, else 1.</summary>
    /// <param name="spec">Of the run.</param>
    /// <param name="levels">Of the point.</param>
    internal double Factor(RunSpec spec, JsonObject levels) =>
        CountsFlop && KnownExperiments.Catalogue.Find(spec.Experiment) is { MeasuresFlop: true } definition
        ? RunPlanner.Bind(definition, spec, levels).FlopPerOperation ?? 1
        : 1;
}
