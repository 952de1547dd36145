namespace AzurePerf.Core.Experiments.Compute;

/// <summary>compute.correlation once a minute for two days, in the scales of the study.</summary>
public static class CorrelationSeries
{
    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<CorrelationOptions>(
        "compute.intervals",
        "Jitter of a computation",
        "How much does the time of one and the same analysis vary from minute to minute, in 24 intervals over two days?",
        "analyses",
        "Tudoran et al. 2012, figs 1 and 2",
        OperationMetrics.Flop<CorrelationOptions>(options => options.FlopPerOperation),
        options => new("compute.correlation", options),
        StandardPresets.With(
            paper: new { clients = 1, operationsPerClient = 1, warmUpOperations = 1 },
            reduced: new { snps = 256, voxels = 256, permutations = 4, clients = 1, operationsPerClient = 1, warmUpOperations = 1 },
            quick: new { snps = 256, voxels = 256, permutations = 4, clients = 1, operationsPerClient = 1, warmUpOperations = 1 })
            .AsSeries((2_880, 60), (60, 3), (2, 3)));
}
