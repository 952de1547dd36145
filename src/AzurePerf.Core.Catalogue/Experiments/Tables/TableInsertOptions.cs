namespace AzurePerf.Core.Experiments.Tables;

/// <summary>Each client inserts new entities.</summary>
public sealed record TableInsertOptions : TableChangeOptions
{
    protected override OperationPace Pace => OperationPace.TableInsert;

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<TableInsertOptions>(
        "table.insert",
        "Table insert",
        "How many new entities per second does one table partition take from N clients, and how does that depend on their size?",
        "inserts",
        "Hill et al. 2010, figure 2 and table 1; Hill et al. 2011, figure 2",
        OperationMetrics.Operations,
        StandardPresets.With(
            paper: new { entityBytes = new[] { 1_024, 4_096, 16_384, 65_536 }, operationsPerClient = 500, datasetEntities = 220_000 },
            reduced: new { entityBytes = new[] { 1_024, 4_096, 16_384, 65_536 }, operationsPerClient = 50, datasetEntities = 2_000 },
            quick: new { entityBytes = 4_096 }));

    /// <summary>What was inserted is listed page by page, of which the first is asked for in any case, and deleted by
    /// transactions.</summary>
    protected override double RequestsOfOwnEntities(double measured) => OfPartitions(Clients, clients =>
    {
        var inserted = clients * measured / Clients;
        return Math.Ceiling(inserted / MostEntitiesPerRequest) + Math.Max(0, Math.Ceiling(inserted / EntitiesOfPage) - 1);
    });
}
