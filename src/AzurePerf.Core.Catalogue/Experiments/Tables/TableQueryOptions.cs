namespace AzurePerf.Core.Experiments.Tables;

/// <summary>All clients read the same entity by its keys.</summary>
public sealed record TableQueryOptions : TableDatasetOptions
{
    protected override OperationPace Pace => OperationPace.TableQuery;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<TableQueryOptions>(
        "table.query",
        "Table point read",
        "How many reads per second of the same entity, by partition and row key, does a full table give to N clients?",
        "reads",
        "Hill et al. 2010, figure 2 and table 1; Hill et al. 2011, figure 2",
        OperationMetrics.Operations,
        StandardPresets.With(
            paper: new { entityBytes = new[] { 1_024, 4_096, 16_384, 65_536 }, operationsPerClient = 500 },
            reduced: new { entityBytes = new[] { 1_024, 4_096, 16_384, 65_536 }, operationsPerClient = 50, datasetEntities = 2_000 },
            quick: new { entityBytes = 4_096, datasetEntities = 500 }));
}
