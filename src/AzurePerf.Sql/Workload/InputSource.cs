using AzurePerf.Sql.Data;

namespace AzurePerf.Sql.Workload;

/// <summary>Makes the inputs of what clients draw, from seed, client and number alone.</summary>
/// <remarks>Half of all customers that are drawn are of a busy tenth, so that some rows are hotter than others.</remarks>
internal sealed class InputSource(Dataset data, int client)
{
    /// <summary>Trade ids of a client begin with it; those of the data with 0.</summary>
    public const long IdsPerClient = 1_000_000_000_000;

    private const int BusyPart = 10;
    private static readonly int[] Sizes = [100, 200, 400, FixedRows.MostShares];

    /// <param name="type">What is drawn.</param>
    /// <param name="number">Of the client's operation, from 0.</param>
    public TransactionInput Of(TransactionType type, long number)
    {
        var draws = Draws.Of(data.Seed, DrawFor.Input, number, client);
        var time = MarketDays.OfOperation(client, number);
        return type switch
        {
            TransactionType.TradeStatus => new TradeStatusInput(DrawAccountId(ref draws), time),
            TransactionType.MarketWatch => MarketWatch(ref draws, time),
            TransactionType.SecurityDetail => SecurityDetail(ref draws, time),
            TransactionType.CustomerPosition => CustomerPosition(ref draws, time),
            TransactionType.TradeOrder => TradeOrder(ref draws, number, time),
            TransactionType.TradeLookup => new TradeLookupInput(
                Choice(ref draws, draws.Below(100) switch { < 30 => 1, < 60 => 2, < 90 => 3, _ => 4 }), time),
            TransactionType.BrokerVolume => BrokerVolume(ref draws, time),
            TransactionType.TradeUpdate => new TradeUpdateInput(
                Choice(ref draws, draws.Below(100) switch { < 33 => 1, < 66 => 2, _ => 3 }), time),
            _ => throw new ArgumentOutOfRangeException(nameof(type), type, "clients do not draw this type"),
        };
    }

    private TradeOrderInput TradeOrder(ref Draws draws, long number, long time)
    {
        var account = DrawAccount(ref draws);
        var owner = data.Customer(account.Customer);
        var rollsBack = draws.Percent(1);
        var executor = draws.Percent(90) ? owner : data.PermittedFor(account)[0];
        if (rollsBack && draws.Percent(10))
        {
            executor = new(0, "NOBODY", "No", "Body", 1);
        }

        var security = draws.Percent(50) ? draws.Of(AccountHistory.Portfolio(data, account.Id)) : draws.Below(data.Scale.Securities);
        var sells = draws.Percent(50);
        var kind = draws.Percent(60)
            ? (sells ? TradeKind.MarketSell : TradeKind.MarketBuy)
            : sells ? (draws.Percent(50) ? TradeKind.LimitSell : TradeKind.StopLoss) : TradeKind.LimitBuy;
        var price = data.Prices.At(security, number);
        var limit = data.Prices.Nearest(security, price + (price * draws.Between(-50, 50) / 10_000));
        return new(
            (client * IdsPerClient) + number, account, executor, security, data.Symbols[security],
            Dataset.CompanyName(data.CompanyOf(security)), data.IssueOf(security),
            draws.Percent(40), kind, draws.Of(Sizes), limit, draws.Percent(8), draws.Percent(35), rollsBack, time);
    }

    private MarketWatchInput MarketWatch(ref Draws draws, long time)
    {
        var day = MarketDays.Date(MarketDays.Today - draws.Between(1, data.Scale.DailyMarketDays));
        var place = draws.Below(100);
        if (place < 60)
        {
            return new(DrawCustomer(ref draws), null, null, 0, 0, day, time);
        }

        var first = draws.Between(1, data.Scale.Companies / 2);
        return place < 95
            ? new(null, DrawAccountId(ref draws), null, 0, 0, day, time)
            : new(
                null, null, FixedRows.IndustryName(draws.Below(FixedRows.Industries)),
                first, first + (data.Scale.Companies / 2), day, time);
    }

    private SecurityDetailInput SecurityDetail(ref Draws draws, long time) => new(
        draws.Of(data.Symbols), MarketDays.Date(MarketDays.Today - draws.Between(20, data.Scale.DailyMarketDays)), draws.Between(5, 20),
        draws.Percent(1), time);

    private CustomerPositionInput CustomerPosition(ref Draws draws, long time)
    {
        var customer = DrawCustomer(ref draws);
        return new(customer, draws.Percent(50) ? data.Customer(customer).TaxId : null, draws.Percent(50) ? draws.Below(10) : -1, time);
    }

    private BrokerVolumeInput BrokerVolume(ref Draws draws, long time)
    {
        var count = Math.Min(draws.Between(20, BrokerVolumeInput.MostBrokers), data.Scale.Brokers);
        var first = draws.Below(data.Scale.Brokers);
        var names = new string[count];
        for (var place = 0; place < count; place++)
        {
            names[place] = data.BrokerNames[(first + place) % data.Scale.Brokers];
        }

        return new(names, FixedRows.SectorName(draws.Below(12)), time);
    }

    private TradeChoice Choice(ref Draws draws, int frame)
    {
        long[] ids = frame == 1 ? DrawTrades(ref draws) : [];
        var day = MarketDays.Today - draws.Between(1, data.Scale.Days);
        var from = MarketDays.At(day, draws.Below(MarketDays.Session) * MarketDays.Second);
        return new(frame, ids, DrawAccountId(ref draws), draws.Of(data.Symbols), from, MarketDays.Date(MarketDays.Today + 5));
    }

    /// <summary>As many as are looked up, each once, sorted.</summary>
    private long[] DrawTrades(ref Draws draws)
    {
        var ids = new long[TradeChoice.Count];
        for (var drawn = 0; drawn < ids.Length;)
        {
            var account = DrawAccountId(ref draws);
            var id = AccountHistory.IdOf(account, (int)draws.Below((long)data.TradesOf(account)));
            if (!ids.AsSpan(0, drawn).Contains(id))
            {
                ids[drawn++] = id;
            }
        }

        Array.Sort(ids);
        return ids;
    }

    private int DrawCustomer(ref Draws draws)
    {
        var customers = data.Scale.Customers;
        return draws.Percent(50) ? 1 + draws.Below(customers) : 1 + (draws.Below(customers / BusyPart) * BusyPart);
    }

    private Account DrawAccount(ref Draws draws) => data.Account(DrawAccountId(ref draws));

    private long DrawAccountId(ref Draws draws)
    {
        var customer = DrawCustomer(ref draws);
        return Dataset.AccountId(customer, draws.Below(data.AccountsOf(customer)));
    }
}
