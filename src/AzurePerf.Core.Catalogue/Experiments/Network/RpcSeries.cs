namespace AzurePerf.Core.Experiments.Network;

/// <summary>rpc.throughput once a minute for a day, in the scales of the study.</summary>
public static class RpcSeries
{
    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<RpcThroughputOptions>(
        "rpc.cv",
        "Jitter of HTTP calls",
        "How much does the rate of HTTP calls between two workers vary from minute to minute, in 24 intervals?",
        "calls",
        "Tudoran et al. 2012, figure 4",
        OperationMetrics.Bytes,
        options => new("rpc.throughput", options),
        StandardPresets.With(
            paper: new { clients = 1, operationsPerClient = 1, warmUpOperations = 1 },
            reduced: new { transferBytes = 16L << 20, clients = 1, operationsPerClient = 1, warmUpOperations = 1 },
            quick: new { transferBytes = 16L << 20, clients = 1, operationsPerClient = 1, warmUpOperations = 1 })
            .AsSeries((1_440, 60), (60, 10), (2, 3)));
}
