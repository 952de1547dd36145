using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments.Tables;

/// <summary>Each client searches the whole table by a property that is not a key.</summary>
public sealed record TableFilterOptions : TableDatasetOptions
{
    /// <summary>Entities of a table with the same value of the property that is searched by.</summary>
    public const int MostFound = 10;

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

    [JsonIgnore]
    public override double RequestsPerOperation => Math.Ceiling(DatasetEntities / EntitiesOfPage);

    /// <summary>The table to warm up in is a single page.</summary>
    [JsonIgnore]
    public override double WarmUpRequestsPerOperation => 1;

    protected override long PayloadBytes => Math.Min(MostFound, DatasetEntities) * (long)EntityBytes;

    public override long WarmUpPayloadBytes => MostFound * (long)EntityBytes;
}
