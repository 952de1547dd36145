namespace AzurePerf.Core.Experiments.Sql;

/// <summary>One client asks a database the same, hour after hour.</summary>
public sealed record SqlAvailabilityOptions : SqlOptions
{
    /// <summary>How the value begins that holds the hash of a repetition's first answers.</summary>
    public const string Checksum = "checksum of the first answers";

    public SqlAvailabilityOptions()
    {
        Mix = TransactionMix.ReadOnly;
    }

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.Of<SqlAvailabilityOptions>(
        "sql.availability",
        "Transactions hour after hour",
        "Does a database answer one client as fast and the same, hour after hour?",
        "transactions",
        "Hill et al. 2010, section 5.3 and figures 10 and 11",
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
                durationSeconds = 1_200,
            },
            reduced: new { clients = 1, operationsPerClient = 0, durationSeconds = 5 },
            quick: new { customers = 100, clients = 1, operationsPerClient = 600 })
            .AsSeries((1_056, 3_600), (24, 10), (2, 5))) with
    {
        Disclaimer = Derived,
        Sections = AvailabilityReport.Sections,
    };

    public override IEnumerable<ParameterFault> Faults()
    {
        foreach (var fault in base.Faults())
        {
            yield return fault;
        }

        if (Mix is TransactionMix.Standard or TransactionMix.TradeOrder or TransactionMix.TradeUpdate)
        {
            yield return new("mix", "must be readOnly or a type that only reads, so that every repetition finds the same");
        }

        if (Clients > 1)
        {
            yield return new("clients", "must be 1: one client asks the same in the same order");
        }
    }
}
