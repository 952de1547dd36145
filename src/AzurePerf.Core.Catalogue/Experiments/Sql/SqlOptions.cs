using System.Text.Json.Serialization;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Targets.Sql;

namespace AzurePerf.Core.Experiments.Sql;

/// <summary>What the experiments on a brokerage's database are told.</summary>
public abstract record SqlOptions : MeasurementOptions
{
    /// <summary>What must be said of every number.</summary>
    internal const string Derived = "derived from TPC-E, not comparable to published TPC results";

    [Parameter("Customers of the brokerage, in hundreds; below 1,000 the clients wait for each other's rows.", Unit = "customers",
        Minimum = 100, Maximum = 100_000)]
    public int Customers { get; init; } = 1_000;

    [Parameter("Days of trading before the clients start: 57.6 trades of each customer a day.", Unit = "days", Minimum = 1,
        Maximum = 1_305)]
    public int Days { get; init; } = 1;

    [Parameter("Days with a closing price of each security.", Unit = "days", Minimum = 30, Maximum = 1_305)]
    public int DailyMarketDays { get; init; } = 60;

    [Parameter("Size of one news item; there are as many as customers.", Unit = "B", Minimum = 100, Maximum = 100_000)]
    public int NewsBytes { get; init; } = 1_000;

    [Parameter("What clients do: the standard mix of ten types of transaction, the six types that only read, or one type.")]
    public TransactionMix Mix { get; init; }

    [Parameter("How strictly transactions are kept apart: standard is serializable for Trade-Result and read committed for all others.")]
    public Isolation Isolation { get; init; }

    [Parameter("Connections of clients: kept from the warm-up on, or new for each transaction; then the time to connect is a result.")]
    public ConnectionUse Connections { get; init; }

    [Parameter("Whether points that write begin with a fresh copy of the data: each of them, or never; then each goes on from the last.")]
    public FreshData FreshData { get; init; }

    [Parameter("Seconds that a client waits after each transaction, in whole milliseconds; rates are over this time too.", Unit = "s",
        Maximum = 3_600)]
    public double ThinkSeconds { get; init; }

    public override TargetKind Target => SqlTarget.Kind;

    /// <summary>No account is asked for anything.</summary>
    [JsonIgnore]
    public override double RequestsPerOperation => 0;

    [JsonIgnore]
    public override double ThinkSecondsBetween => ThinkSeconds;

    [JsonIgnore]
    public override double BytesBefore => DataSize.BytesOf(Customers, Days, DailyMarketDays, NewsBytes);

    /// <summary>Half of what Hill and others measured in 2010 for one client (figure 7: 0.1 s) and for 64 (figure 8).</summary>
    protected override OperationPace Pace { get; } = new(0.2, 20, 1e6, 1e6);

    public override string Dataset() => FormattableString.Invariant($"{Customers}-{Days}-{DailyMarketDays}-{NewsBytes}");

    public override IEnumerable<ParameterFault> Faults()
    {
        foreach (var fault in base.Faults())
        {
            yield return fault;
        }

        if (Customers % 100 != 0)
        {
            yield return new("customers", "must be a multiple of 100");
        }

        if (IsOpenLoop && ThinkSeconds > 0)
        {
            yield return new("thinkSeconds", "must be 0 where arrivals is constant or poisson: operations start at their given rate");
        }
    }
}
