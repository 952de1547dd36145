namespace AzurePerf.Core.Experiments.Network;

/// <summary>tcp.bandwidth every half hour for four days, in the scales of the study.</summary>
public static class TcpSeries
{
    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<TcpBandwidthOptions>(
        "tcp.series",
        "TCP bandwidth over days",
        "How does the rate of one and the same transfer between two workers change over days?",
        "transfers",
        "Hill et al. 2010, figure 6",
        OperationMetrics.Bytes,
        options => new("tcp.bandwidth", options),
        StandardPresets.With(
            paper: new { clients = 1, operationsPerClient = 1, warmUpOperations = 1, warmUpSeconds = 3 },
            reduced: new { transferBytes = 64L << 20, clients = 1, operationsPerClient = 1, warmUpOperations = 1 },
            quick: new { transferBytes = 64L << 20, clients = 1, operationsPerClient = 1, warmUpOperations = 1 })
            .AsSeries((192, 1_800), (60, 10), (2, 3)));
}
