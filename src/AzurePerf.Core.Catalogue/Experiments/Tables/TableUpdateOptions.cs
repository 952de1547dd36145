namespace AzurePerf.Core.Experiments.Tables;

/// <summary>All clients replace the same entity, unconditionally.</summary>
public sealed record TableUpdateOptions : TableDatasetOptions
{
    protected override OperationPace Pace => OperationPace.TableUpdate;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<TableUpdateOptions>(
        "table.update",
        "Table update",
        "How many unconditional updates per second does one hot entity take from N clients?",
        "updates",
        "Hill et al. 2010, figure 2 and table 1; Hill et al. 2011, figure 2",
        OperationMetrics.Operations,
        StandardPresets.With(
            paper: new { entityBytes = new[] { 1_024, 4_096, 16_384, 65_536 }, operationsPerClient = 100 },
            reduced: new { entityBytes = new[] { 1_024, 4_096, 16_384, 65_536 }, operationsPerClient = 50, datasetEntities = 2_000 },
            quick: new { entityBytes = 4_096, datasetEntities = 500 }));
}
