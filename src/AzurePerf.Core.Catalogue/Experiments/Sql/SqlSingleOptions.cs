namespace AzurePerf.Core.Experiments.Sql;

/// <summary>One client performs the whole mix.</summary>
public sealed record SqlSingleOptions : SqlOptions
{
    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<SqlSingleOptions>(
        "sql.single",
        "Transactions of one client",
        "How long do the ten types of transaction of a brokerage take for one client, and how many fail?",
        "transactions",
        "Hill et al. 2010, section 5.2 and figure 7",
        OperationMetrics.Operations,
        StandardPresets.With(
            paper: new
            {
                clients = 1,
                customers = 1_000,
                days = 63,
                dailyMarketDays = 1_305,
                newsBytes = 100_000,
                operationsPerClient = 0,
                durationSeconds = 12_600,
                warmUpOperations = 10_000_000,
                warmUpSeconds = 1_800,
            },
            reduced: new { clients = 1, operationsPerClient = 0, durationSeconds = 10, warmUpOperations = 10_000, warmUpSeconds = 2 },
            quick: new { customers = 100, clients = 1, operationsPerClient = 200, warmUpOperations = 50, warmUpSeconds = 1 })) with
    {
        Disclaimer = Derived,
    };
}
