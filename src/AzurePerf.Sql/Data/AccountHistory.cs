using System.Runtime.InteropServices;

namespace AzurePerf.Sql.Data;

/// <summary>A trade that was completed before the clients start.</summary>
internal sealed record PastTrade(long Id, TradeKind Kind, int Security, int Quantity, long Submitted, long Completed)
{
    public required bool IsCash { get; init; }

    public required bool NewestFirst { get; init; }

    public required string Executor { get; init; }

    public required long Bid { get; init; }

    public required long Price { get; init; }

    public required long Charge { get; init; }

    public required long Commission { get; init; }

    public required long Tax { get; init; }

    /// <summary>What is paid to the account, below 0 when it pays.</summary>
    public required long Amount { get; init; }

    /// <summary>Its place among the changes of lots of its account, and where those of the next trade begin.</summary>
    public required Range Changes { get; init; }
}

/// <summary>All trades of an account before the clients start, in order of time, and what they left.</summary>
internal sealed class AccountHistory
{
    /// <summary>Trade ids of an account lie between its own and the next one's.</summary>
    public const long IdsPerAccount = 100_000;

    private const int MostSecurities = 18;
    private static readonly int[] Sizes = [100, 200, 400, 800];

    private readonly Dataset _data;
    private readonly Account _account;
    private readonly Person _owner;
    private readonly string _ownerName;
    private readonly long _ownerTax;
    private readonly int[] _portfolio;
    private readonly Lots[] _lots;
    private readonly List<PastTrade> _trades;
    private readonly List<LotChange> _changes;
    private string? _otherName;

    public AccountHistory(Dataset data, Account account)
    {
        _data = data;
        _account = account;
        _owner = data.Customer(account.Customer);
        _ownerName = _owner.Name;
        _ownerTax = Dataset.TaxOf(_owner.Id);
        _portfolio = Portfolio(data, account.Id);
        _lots = [.. _portfolio.Select(_ => new Lots())];
        var count = data.TradesOf(account.Id);
        _trades = new(count);
        _changes = new(2 * count);
        for (var number = 0; number < count; number++)
        {
            Add(number, count);
        }
    }

    public IReadOnlyList<PastTrade> Trades => _trades;

    /// <summary>What is held of each security that the account trades.</summary>
    public IEnumerable<(int Security, Lots Lots)> Holdings => _portfolio.Zip(_lots);

    /// <summary>The lots that a trade closed or made.</summary>
    public ReadOnlySpan<LotChange> ChangesOf(PastTrade trade) => CollectionsMarshal.AsSpan(_changes)[trade.Changes];

    /// <summary>The id of a trade of the past.</summary>
    public static long IdOf(long account, int number) => (account * IdsPerAccount) + number;

    /// <summary>The securities that an account trades.</summary>
    public static int[] Portfolio(Dataset data, long account)
    {
        var draws = Draws.Of(data.Seed, DrawFor.Portfolio, account);
        var count = draws.Between(3, MostSecurities);
        var first = draws.Below(data.Scale.Securities);
        var step = draws.Between(1, data.Scale.Securities / MostSecurities);
        return [.. Enumerable.Range(0, count).Select(place => (first + (place * step)) % data.Scale.Securities)];
    }

    private void Add(int number, int count)
    {
        var id = IdOf(_account.Id, number);
        var draws = Draws.Of(_data.Seed, DrawFor.Trade, id);
        var place = draws.Below(_portfolio.Length);
        var lots = _lots[place];
        var sells = draws.Percent(lots.Quantity > 0 ? 50 : 10);
        var limit = draws.Percent(40);
        var kind = sells
            ? limit ? (draws.Percent(50) ? TradeKind.LimitSell : TradeKind.StopLoss) : TradeKind.MarketSell
            : limit ? TradeKind.LimitBuy : TradeKind.MarketBuy;

        // Each trade has a slot of its own, so that the trades of an account are in the order of their ids.
        var slot = (long)MarketDays.Session * _data.Scale.Days / count;
        var second = (slot * number) + draws.Below(Math.Max(1, slot - 10));
        var day = MarketDays.Today - _data.Scale.Days + (int)(second / MarketDays.Session);
        var ofDay = (int)(second % MarketDays.Session);
        var submitted = MarketDays.At(day, (ofDay * MarketDays.Second) + draws.Below(1_000_000));
        var security = _portfolio[place];
        var price = _data.Prices.At(security, Prices.TickOf(day, ofDay));
        var quantity = draws.Of(Sizes);
        var completed = submitted + (draws.Between(1, 5) * MarketDays.Second);
        var isCash = !draws.Percent(8);
        var newestFirst = draws.Percent(35);
        var executor = draws.Percent(90) ? _ownerName : _otherName ??= _data.PermittedFor(_account)[0].Name;

        var firstChange = _changes.Count;
        var (bought, sold) = lots.Apply(new(id, completed, price, sells ? -quantity : quantity), newestFirst, _changes);
        var value = quantity * price;
        var tax = _account.TaxStatus != 0 && sold > bought ? Money.Share(sold - bought, _ownerTax, Money.One) : 0;
        var charge = FixedRows.ChargeOf(kind, _owner.Tier);
        var rate = FixedRows.CommissionOf(kind, _owner.Tier, _data.ExchangeOf(security), quantity);
        var commission = Money.Share(value, rate, Money.Percent);
        _trades.Add(new(id, kind, security, quantity, submitted, completed)
        {
            IsCash = isCash,
            NewestFirst = newestFirst,
            Executor = executor,
            Price = price,
            Bid = limit ? price + (kind == TradeKind.LimitSell ? -100 : 100) : price,
            Charge = charge,
            Commission = commission,
            Tax = tax,
            Amount = (sells ? value : -value) - charge - commission - (_account.TaxStatus == 1 ? tax : 0),
            Changes = firstChange.._changes.Count,
        });
    }
}
