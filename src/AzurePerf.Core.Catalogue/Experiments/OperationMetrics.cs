using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Experiments;

/// <summary>The metrics of operations that are timed one by one. An experiment declares one of the lists, and may add its own.</summary>
public static class OperationMetrics
{
    /// <summary>Successful operations per second, the clients' own means added up.</summary>
    public static Metric OperationRate { get; } = new("opsPerSecond", Throughput, "1/s", Quantity.Rate, true)
    {
        Read = result => result.Operations?.OperationsPerSecond.SumOfClientMeans,
        Column = "",
        Note = SumOfMeans,
    };

    /// <summary>Payload bytes per second, likewise.</summary>
    public static Metric ByteRate { get; } = new("bytesPerSecond", Throughput, "B/s", Quantity.Rate, true)
    {
        Read = result => result.Operations?.BytesPerSecond.SumOfClientMeans,
        Column = "",
        Note = SumOfMeans,
    };

    /// <summary>Successful operations per second of one client: the mean of the clients' own means.</summary>
    public static Metric OperationRatePerClient { get; } = OfOneClient("opsPerSecondPerClient", "1/s") with
    {
        Read = result => result.Operations?.OperationsPerSecond.PerClientMean,
    };

    /// <summary>Payload bytes per second of one client, likewise.</summary>
    public static Metric ByteRatePerClient { get; } = OfOneClient("bytesPerSecondPerClient", "B/s") with
    {
        Read = result => result.Operations?.BytesPerSecond.PerClientMean,
    };

    /// <summary>Successful operations per second of the time that their follow-ups left, likewise.</summary>
    public static Metric NetOperationRate { get; } =
        new("opsPerSecondNetOfFollowUps", "throughput net of follow-ups", "1/s", Quantity.Rate, true)
        {
            Read = result => result.Operations?.OperationsPerSecond.NetOfFollowUps,
            InTables = false,
            InCharts = false,
        };

    /// <summary>Mean latency of successful operations. Of an overloaded point it would tell how long that lasted, and where operations were
    /// never started, it would leave out the longest: such points have none.</summary>
    public static Metric MeanLatency { get; } = Latency("mean", "mean latency", 1, latency => latency.MeanNanoseconds) with
    {
        Read = result =>
            result.Operations is { OpenLoop: null or { LacksTimes: false } } operations ? operations.Latency.MeanNanoseconds : null,
    };

    /// <summary>Median latency.</summary>
    public static Metric MedianLatency { get; } =
        Latency("p50", "median latency", 6, latency => latency.P50Nanoseconds) with { LeadsOpenLoops = true };

    /// <summary>The latency that 90 of 100 operations do not exceed: in documents and comparisons; tables have enough columns.</summary>
    public static Metric P90Latency { get; } =
        Latency("p90", "90th percentile of the latency", 36, latency => latency.P90Nanoseconds) with { InTables = false };

    /// <summary>The latency that 95 of 100 operations do not exceed.</summary>
    public static Metric P95Latency { get; } = Latency("p95", "95th percentile of the latency", 72, latency => latency.P95Nanoseconds);

    /// <summary>The latency that 99 of 100 operations do not exceed.</summary>
    public static Metric P99Latency { get; } = Latency("p99", "99th percentile of the latency", 368, latency => latency.P99Nanoseconds);

    /// <summary>The longest latency: one operation alone, so it differs from repetition to repetition more than any other. An overloaded
    /// point, and one that never started some, has none.</summary>
    public static Metric LongestLatency { get; } = Latency("max", "longest latency", 1, latency => latency.MaximumNanoseconds) with
    {
        Read = result => result.Operations is { OpenLoop: null or { LacksTimes: false } } operations
            ? operations.Latency.MaximumNanoseconds
            : null,
        IsLargest = true,
    };

    /// <summary>Operations that succeeded over all that ended: means and rates are of these alone.</summary>
    public static Metric SucceededShare { get; } = Detail(
        new("succeededShare", "share that succeeded", "share", Quantity.Share, true)
        {
            Read = result => result.Operations is { Operations: > 0 } operations
                ? (double)operations.Outcomes.GetValueOrDefault(OperationOutcome.Ok) / operations.Operations
                : null,
        });

    /// <summary>Where operations are counted.</summary>
    public static IReadOnlyList<Metric> Operations { get; } =
        [OperationRate, OperationRatePerClient, Detail(ByteRate), NetOperationRate, .. Latencies(leadSeries: true)];

    /// <summary>Where it is their payload that counts.</summary>
    public static IReadOnlyList<Metric> Bytes { get; } =
        [ByteRate with { LeadsSeries = true }, ByteRatePerClient, Detail(OperationRate), NetOperationRate, .. Latencies(leadSeries: false)];

    private const string Throughput = "throughput";
    private static readonly HashSet<(string, string, string)> Common =
        [.. Operations.Concat(Bytes).Select(metric => (metric.Name, metric.Label, metric.Unit))];

    private const string SumOfMeans = "of a repetition the sum of the clients' own means; csv and json have the other two aggregates";

    /// <summary>True for a metric of operations or bytes, which tables of points have columns of anyway; false for another one that an
    /// experiment calls so, such as the <c>p50</c> of a distribution.</summary>
    /// <param name="name">Of the metric.</param>
    /// <param name="label">For people.</param>
    /// <param name="unit">Of its values.</param>
    public static bool Has(string name, string label, string unit) => Common.Contains((name, label, unit));

    /// <summary>Where the floating-point operations in them are counted.</summary>
    /// <param name="perOperation">As many as the method counts in one operation.</param>
    /// <typeparam name="TOptions">Options of the experiment.</typeparam>
    public static IReadOnlyList<Metric> Flop<TOptions>(Func<TOptions, double> perOperation)
        where TOptions : MeasurementOptions
    {
        double Scale(MeasurementOptions options) => perOperation((TOptions)options);
        return
        [
            OperationRate with { Name = "flopPerSecond", Unit = "FLOP/s", Scale = Scale },
            OperationRatePerClient with { Name = "flopPerSecondPerClient", Unit = "FLOP/s", Scale = Scale },
            Detail(OperationRate), Detail(ByteRate), NetOperationRate, .. Latencies(leadSeries: true),
        ];
    }

    private static Metric[] Latencies(bool leadSeries) =>
        [MeanLatency with { LeadsSeries = leadSeries }, MedianLatency, P90Latency, P95Latency, P99Latency, LongestLatency];

    private static Metric Latency(string name, string label, int operations, Func<LatencyStatistics, double?> read) =>
        new(name, label, "ns", Quantity.Duration, false)
        {
            Read = result => result.Operations is { } operations ? read(operations.Latency) : null,
            Column = name,
            InCharts = false,
            OperationsNeeded = operations,
        };

    private static Metric OfOneClient(string name, string unit) =>
        new(name, "rate of one client", unit, Quantity.Rate, true) { Column = "per client", OfOneClient = true };

    private static Metric Detail(Metric metric) => metric with { InTables = false, InCharts = false };
}
