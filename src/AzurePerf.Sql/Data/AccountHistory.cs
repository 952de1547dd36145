namespace AzurePerf.Sql.Data;

/// <summary>A trade that was completed before the clients start.</summary>
internal sealed record PastTrade(long Id, TradeKind Kind, int Security, int Quantity, long Submitted, long Completed)
{
    public bool IsCash { get; init; }

    public bool NewestFirst { get; init; }

    public string Executor { get; init; } = "";

    public long Bid { get; init; }

    public long Price { get; init; }

    public long Charge { get; init; }

    public long Commission { get; init; }

    public long Tax { get; init; }

    /// <summary>What is paid to the account, below 0 when it pays.</summary>
    public long Amount { get; init; }

    public IReadOnlyList<LotChange> Changes { get; init; } = [];
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
    private readonly int[] _portfolio;
    private readonly Lots[] _lots;
    private readonly List<PastTrade> _trades = [];

    public AccountHistory(Dataset data, Account account)
    {
        _data = data;
        _account = account;
        _owner = data.Customer(account.Customer);
        _portfolio = Portfolio(data, account.Id);
        _lots = [.. _portfolio.Select(_ => new Lots())];
        var count = data.TradesOf(account.Id);
        for (var number = 0; number < count; number++)
        {
            Add(number, count);
        }
    }

    public IReadOnlyList<PastTrade> Trades => _trades;

    /// <summary>What is held of each security that the account trades.</summary>
    public IEnumerable<(int Security, Lots Lots)> Holdings => _portfolio.Zip(_lots);

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
        var sells = draws.Percent(_lots[place].Quantity > 0 ? 50 : 10);
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
        var trade = new PastTrade(id, kind, security, draws.Of(Sizes), submitted, submitted + (draws.Between(1, 5) * MarketDays.Second))
        {
            IsCash = !draws.Percent(8),
            NewestFirst = draws.Percent(35),
            Executor = draws.Percent(90) ? _owner.Name : _data.PermittedFor(_account)[0].Name,
            Price = price,
            Bid = limit ? price + (kind == TradeKind.LimitSell ? -100 : 100) : price,
        };
        _trades.Add(Settle(trade, _lots[place]));
    }

    private PastTrade Settle(PastTrade trade, Lots lots)
    {
        var sells = FixedRows.Sells(trade.Kind);
        var changes = new List<LotChange>(2);
        var (bought, sold) = lots.Apply(
            new(trade.Id, trade.Completed, trade.Price, sells ? -trade.Quantity : trade.Quantity), trade.NewestFirst, changes);
        var value = trade.Quantity * trade.Price;
        var tax = _account.TaxStatus != 0 && sold > bought ? Money.Share(sold - bought, Dataset.TaxOf(_owner.Id), Money.One) : 0;
        var charge = FixedRows.ChargeOf(trade.Kind, _owner.Tier);
        var rate = FixedRows.CommissionOf(trade.Kind, _owner.Tier, _data.ExchangeOf(trade.Security), trade.Quantity);
        var commission = Money.Share(value, rate, Money.Percent);
        var amount = (sells ? value : -value) - charge - commission - (_account.TaxStatus == 1 ? tax : 0);
        return trade with { Charge = charge, Commission = commission, Tax = tax, Amount = amount, Changes = changes };
    }
}
