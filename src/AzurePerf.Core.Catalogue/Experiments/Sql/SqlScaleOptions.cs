namespace AzurePerf.Core.Experiments.Sql;

/// <summary>More and more clients perform the whole mix at once.</summary>
public sealed record SqlScaleOptions : SqlOptions
{
    private static readonly int[] Published = [1, 2, 4, 8, 16, 32, 64];

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<SqlScaleOptions>(
        "sql.scale",
        "Transactions of N clients",
        "How many transactions of a brokerage per second does a database give to N clients, and how many fail?",
        "transactions",
        "Hill et al. 2010, section 5.2 and figures 8 and 9",
        [
            .. OperationMetrics.Operations
                .Select(metric => metric.Is(OperationMetrics.MeanLatency)
                    ? metric with { InCharts = true, DrawnAbove = OperationMetrics.SucceededShare }
                    : metric),
            OperationMetrics.SucceededShare,
        ],
        StandardPresets.With(
            paper: new
            {
                clients = Published,
                customers = 1_000,
                days = 63,
                dailyMarketDays = 1_305,
                newsBytes = 100_000,
                operationsPerClient = 0,
                durationSeconds = 1_800,
                warmUpOperations = 10_000_000,
                warmUpSeconds = 300,
            },
            reduced: new { operationsPerClient = 0, durationSeconds = 5, warmUpOperations = 10_000, warmUpSeconds = 2 },
            quick: new { customers = 100, operationsPerClient = 100, warmUpOperations = 20, warmUpSeconds = 0.5 })) with
    {
        Disclaimer = Derived,
        Sections = ScalabilityReport.Sections,
        Compared = ScalabilityComparison.Sections,
    };
}
