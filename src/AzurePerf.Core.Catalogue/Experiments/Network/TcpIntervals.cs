namespace AzurePerf.Core.Experiments.Network;

/// <summary>tcp.bandwidth once a minute for two days, in the scales of the study.</summary>
public static class TcpIntervals
{
    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<TcpBandwidthOptions>(
        "tcp.intervals",
        "TCP bandwidth by the minute",
        "How much does the rate between two workers vary from minute to minute, in 24 intervals?",
        "transfers",
        "Tudoran et al. 2012, figure 3",
        OperationMetrics.Bytes,
        options => new("tcp.bandwidth", options),
        StandardPresets.With(
            paper: new { transferBytes = 512_000_000, clients = 1, operationsPerClient = 1, warmUpOperations = 1, warmUpSeconds = 1 },
            reduced: new { transferBytes = 64L << 20, clients = 1, operationsPerClient = 1, warmUpOperations = 1 },
            quick: new { transferBytes = 64L << 20, clients = 1, operationsPerClient = 1, warmUpOperations = 1 })
            .AsSeries((2_880, 60), (60, 10), (2, 3)));
}
