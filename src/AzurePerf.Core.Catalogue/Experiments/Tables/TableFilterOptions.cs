namespace AzurePerf.Core.Experiments.Tables;

/// <summary>Each client searches the whole table by a property that is not a key.</summary>
public sealed record TableFilterOptions : TableDatasetOptions
{
    public TableFilterOptions()
    {
        OperationsPerClient = 1;
        OperationTimeoutSeconds = 30;
    }

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<TableFilterOptions>(
        "table.filter",
        "Table property filter",
        "Which share of property-filter queries over a full partition times out when N clients ask at once?",
        "queries",
        "Hill et al. 2010, section 6.1; Hill et al. 2011, section 6.1",
        OperationMetrics.Operations,
        StandardPresets.With(
            paper: new { clients = 32, entityBytes = 4_096, warmUpOperations = 1 },
            reduced: new { entityBytes = 1_024, datasetEntities = 2_000, warmUpOperations = 1 },
            quick: new { entityBytes = 1_024, datasetEntities = 500, operationsPerClient = 1, warmUpOperations = 1 }));
}
