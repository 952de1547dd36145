using System.Globalization;
using AzurePerf.Sql.Schema;

namespace AzurePerf.Sql.Data;

/// <summary>A customer as everybody who meets them knows them.</summary>
/// <param name="Id">From 1.</param>
/// <param name="TaxId">No two customers have the same.</param>
/// <param name="Tier">1 to 3; customers of a higher tier have more accounts and pay less.</param>
public sealed record Person(int Id, string TaxId, string FirstName, string LastName, int Tier)
{
    public string Name => $"{FirstName} {LastName}";
}

/// <param name="Id">Ten times the customer's, and the account's place.</param>
/// <param name="TaxStatus">0: no tax; 1: held back from what is paid; 2: only written on the trade.</param>
/// <param name="Opening">Balance before the clients start.</param>
public sealed record Account(long Id, int Customer, int Broker, int TaxStatus, long Opening);

/// <summary>
/// The data of a seed and a scale. Any row can be computed from its key alone: those of a customer's trades at the cost of one account's
/// history, the totals of a broker at the cost of the broker's accounts.
/// </summary>
public sealed class Dataset
{
    private readonly string[] _symbols;
    private readonly Lazy<string[]> _brokerNames;

    /// <exception cref="ArgumentException">The scale is out of its ranges.</exception>
    public Dataset(ulong seed, DataScale scale)
    {
        ArgumentNullException.ThrowIfNull(scale);
        if (scale.Faults().FirstOrDefault() is { } fault)
        {
            throw new ArgumentException(fault, nameof(scale));
        }

        Seed = seed;
        Scale = scale;
        Prices = new(seed, scale.Securities);
        _symbols = [.. Enumerable.Range(0, scale.Securities).Select(security => Words.Symbol(CompanyOf(security), IsPreferred(security)))];
        _brokerNames = new(() => [.. Enumerable.Range(1, scale.Brokers).Select(BrokerName)]);
        News = new(seed, scale.NewsBytes);
        Commissions = new(scale.Customers);
    }

    public ulong Seed { get; }

    public DataScale Scale { get; }

    public Prices Prices { get; }

    internal NewsText News { get; }

    /// <summary>Of accounts whose trades were written.</summary>
    internal KnownCommissions Commissions { get; }

    public IReadOnlyList<string> Symbols => _symbols;

    /// <summary>Of all brokers: that of the first is at 0.</summary>
    internal ReadOnlySpan<string> BrokerNames => _brokerNames.Value;

    /// <summary>The number of a security's company, from 0.</summary>
    public int CompanyOf(int security) => security % Scale.Companies;

    public string IssueOf(int security) => IsPreferred(security) ? "PREF_A" : "COMMON";

    public static string CompanyName(int company) => Words.Company(company);

    public string SecurityName(int security) => $"{Words.Company(CompanyOf(security))} {(IsPreferred(security) ? "preferred" : "common")}";

    public int ExchangeOf(int security) => CompanyOf(security) % Words.Exchanges.Length;

    public long SecuritiesOf(int exchange) => Enumerable.Range(0, Scale.Securities).LongCount(security => ExchangeOf(security) == exchange);

    public static string BrokerName(int broker)
    {
        var draws = Draws.Of(0, DrawFor.Text, broker);
        var (first, last) = Words.Person(ref draws);
        return string.Create(CultureInfo.InvariantCulture, $"{first} {last} {broker}");
    }

    public Person Customer(int id)
    {
        var draws = Draws.Of(Seed, DrawFor.Customer, id);
        var tier = Tier(ref draws);
        var (first, last) = Words.Person(ref draws);
        var tax = string.Create(CultureInfo.InvariantCulture, $"{(char)('A' + draws.Below(26))}{id:D8}{(char)('A' + draws.Below(26))}");
        return new(id, tax, first, last, tier);
    }

    /// <summary>1 to 4, 2 to 8 or 5 to 10, by tier.</summary>
    public int AccountsOf(Person customer) => AccountsOf(customer.Id, customer.Tier);

    /// <summary>The same, without making the customer.</summary>
    internal int AccountsOf(int customer)
    {
        var draws = Draws.Of(Seed, DrawFor.Customer, customer);
        return AccountsOf(customer, Tier(ref draws));
    }

    /// <param name="customer">Its owner.</param>
    /// <param name="place">From 0 to one less than there are.</param>
    public Account Account(int customer, int place)
    {
        var id = AccountId(customer, place);
        var draws = Draws.Of(Seed, DrawFor.Account, id, 1);
        return new(
            id, customer, 1 + ((customer - 1 + (place * 7)) % Scale.Brokers),
            draws.Below(5) switch { 0 => 0, 1 or 2 => 1, _ => 2 },
            draws.Between(-100, 10_000) * 100 * Money.One);
    }

    internal static long AccountId(int customer, int place) => (customer * 10L) + place;

    /// <exception cref="ArgumentOutOfRangeException">No such account.</exception>
    public Account Account(long id)
    {
        var customer = (int)(id / 10);
        ArgumentOutOfRangeException.ThrowIfLessThan(customer, 1, nameof(id));
        ArgumentOutOfRangeException.ThrowIfGreaterThan(customer, Scale.Customers, nameof(id));
        return Account(customer, (int)(id % 10));
    }

    /// <summary>Others than the owner who may trade for the account: one or two.</summary>
    public IReadOnlyList<Person> PermittedFor(Account account)
    {
        ArgumentNullException.ThrowIfNull(account);
        var draws = Draws.Of(Seed, DrawFor.Permission, account.Id);
        var first = 1 + ((account.Customer + draws.Below(Scale.Customers - 2)) % Scale.Customers);
        var second = (first % Scale.Customers) + 1;
        return draws.Percent(50) ? [Customer(first)] : [Customer(first), Customer(second)];
    }

    /// <summary>The rates by which a customer is taxed: two of <see cref="FixedRows.TaxRates"/>.</summary>
    internal static (int First, int Second) TaxRatesOf(int customer) => (customer % 160, 160 + (customer * 7 % 160));

    internal static long TaxOf(int customer) =>
        FixedRows.TaxRateOf(TaxRatesOf(customer).First) + FixedRows.TaxRateOf(TaxRatesOf(customer).Second);

    /// <summary>Trades that an account has before the clients start.</summary>
    internal int TradesOf(long account)
    {
        var thousandths = (long)DataScale.TradesPerAccountAndDay * Scale.Days;
        var draws = Draws.Of(Seed, DrawFor.Trade, account, 1);
        return (int)((thousandths / 1_000) + (draws.Below(1_000) < thousandths % 1_000 ? 1 : 0));
    }

    public long TradesOf(Account account) => TradesOf(account.Id);

    private int AccountsOf(int customer, int tier)
    {
        var draws = Draws.Of(Seed, DrawFor.Account, customer);
        return tier switch { 1 => draws.Between(1, 4), 2 => draws.Between(2, 8), _ => draws.Between(5, 10) };
    }

    /// <summary>The first that is drawn for a customer.</summary>
    private static int Tier(ref Draws draws) => draws.Below(100) switch { < 20 => 1, < 80 => 2, _ => 3 };

    internal bool IsPreferred(int security) => security >= Scale.Companies;

    /// <summary>Units of a group; each makes its rows without the others.</summary>
    public long UnitsOf(RowGroup group) => group switch
    {
        RowGroup.Fixed => 1,
        RowGroup.Companies => Scale.Companies,
        RowGroup.Securities => Scale.Securities,
        RowGroup.Brokers => Scale.Brokers,
        _ => Scale.Customers,
    };

    /// <summary>Makes the rows of one unit of a group.</summary>
    /// <param name="group">What the rows are about.</param>
    /// <param name="unit">From 0 to one less than <see cref="UnitsOf"/>.</param>
    /// <param name="sink">Takes them, of each table in the order of its key.</param>
    public void Write(RowGroup group, long unit, IRowSink sink)
    {
        switch (group)
        {
            case RowGroup.Fixed:
                FixedRows.Write(this, sink);
                break;
            case RowGroup.Companies:
                MarketRows.WriteCompany(this, (int)unit, sink);
                break;
            case RowGroup.Securities:
                MarketRows.WriteSecurity(this, (int)unit, sink);
                break;
            case RowGroup.Customers:
                CustomerRows.Write(this, (int)unit + 1, sink);
                break;
            case RowGroup.Brokers:
                HistoryRows.WriteBroker(this, (int)unit + 1, sink);
                break;
            default:
                HistoryRows.Write(this, (int)unit + 1, sink);
                break;
        }
    }
}

/// <summary>Rows that are made together.</summary>
public enum RowGroup
{
    /// <summary>Types, rates, places and exchanges.</summary>
    Fixed,

    /// <summary>Companies with their addresses, competitors, quarters and news.</summary>
    Companies,

    /// <summary>Securities with their prices.</summary>
    Securities,

    /// <summary>Customers with their addresses, accounts, permissions and watch lists.</summary>
    Customers,

    /// <summary>Brokers with the totals of their accounts.</summary>
    Brokers,

    /// <summary>Trades of a customer's accounts, and what is left of them.</summary>
    Trades,
}

/// <summary>What accounts paid in the past, kept from when their trades were written: a broker's total would make all of them once
/// more.</summary>
internal sealed class KnownCommissions(int customers)
{
    private readonly Lazy<long[]> _commissions = new(() => new long[(customers + 1) * 10]);

    public void Keep(long account, long commission) => Volatile.Write(ref _commissions.Value[account], commission);

    /// <summary>Null where it is not known, or nothing.</summary>
    public long? Of(long account) =>
        _commissions.IsValueCreated && Volatile.Read(ref _commissions.Value[account]) is > 0 and var known ? known : null;
}

/// <summary>Text of news: pieces of one long text, so that an item of 100 KB costs a copy.</summary>
internal sealed class NewsText
{
    private const int Spare = 4_096;
    private readonly string _text;
    private readonly int _length;

    public NewsText(ulong seed, int length)
    {
        var draws = Draws.Of(seed, DrawFor.Text, 0);
        _length = length;
        _text = Words.Sentence(ref draws, length + Spare).PadRight(length + Spare, '.');
    }

    public string Of(int item) => _text.Substring((int)(Draws.Of(0, DrawFor.News, item).Next() % Spare), _length);
}
