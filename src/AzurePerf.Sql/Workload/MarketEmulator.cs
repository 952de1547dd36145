using AzurePerf.Sql.Data;

namespace AzurePerf.Sql.Workload;

/// <summary>An order whose price a feed found.</summary>
public readonly record struct TriggeredRequest(long TradeId, long Price);

/// <summary>
/// The market of one client. It sees only what committed. It completes market orders four operations later, and says in a feed, ten own
/// tickers at a time, what was traded and which prices orders wait for. A failed answer is not repeated: its trade stays submitted.
/// </summary>
public sealed class MarketEmulator
{
    private const int OwnTickers = 10;
    private const int Delay = 4;
    private static readonly int[] Sizes = [100, 200, 400, FixedRows.MostShares];

    private readonly Dataset _data;
    private readonly int _client;
    private readonly Queue<Result> _results = new();
    private readonly Queue<(int Security, int Quantity)> _traded = new();
    private readonly List<TradeOrderInput> _waiting = [];

    internal MarketEmulator(Dataset data, int client)
    {
        _data = data;
        _client = client;
    }

    /// <summary>Market orders that committed.</summary>
    public long MarketOrders { get; private set; }

    /// <summary>Orders that this client's feeds triggered, its own and other clients'.</summary>
    public long Triggered { get; private set; }

    /// <summary>Trade-Results that were started.</summary>
    public long ResultsStarted { get; private set; }

    /// <summary>Trade-Results that are still to be started.</summary>
    internal int Queued => _results.Count;

    /// <summary>What the market does next, or nothing.</summary>
    /// <param name="number">Of the client's operation.</param>
    internal TransactionInput? Next(long number)
    {
        var time = MarketDays.OfOperation(_client, number);
        if (_results.TryPeek(out var result) && result.Due <= number)
        {
            _results.Dequeue();
            ResultsStarted++;
            return new TradeResultInput(result.TradeId, result.Price ?? _data.Prices.At(result.Security, number), time);
        }

        return _waiting.Count + _traded.Count < OwnTickers ? null : Feed(number, time);
    }

    internal void Committed(TradeOrderInput order, long number)
    {
        if (!FixedRows.AtMarket(order.Kind))
        {
            _waiting.Add(order);
            return;
        }

        MarketOrders++;
        _results.Enqueue(new(order.TradeId, order.Security, null, number + Delay));
        _traded.Enqueue((order.Security, order.Quantity));
    }

    internal void Committed(MarketFeedInput feed, IReadOnlyList<TriggeredRequest> triggered, long number)
    {
        foreach (var request in triggered)
        {
            Triggered++;
            _results.Enqueue(new(request.TradeId, 0, request.Price, number + Delay));
        }

        // What did not come back was triggered by another client's feed.
        _waiting.RemoveAll(order => feed.Limits.Contains(order.TradeId) || triggered.Any(request => request.TradeId == order.TradeId));
    }

    private static bool IsReached(TradeOrderInput order, long price) =>
        order.Kind == TradeKind.LimitSell ? price >= order.LimitPrice : price <= order.LimitPrice;

    private MarketFeedInput? Feed(long number, long time)
    {
        var reached = _waiting.Where(order => IsReached(order, _data.Prices.At(order.Security, number))).Take(OwnTickers).ToArray();
        if (reached.Length + _traded.Count < OwnTickers)
        {
            return null;
        }

        var tickers = new List<Ticker>(2 * OwnTickers);
        tickers.AddRange(reached.Select(order => TickerOf(order.Security, order.Quantity, number)));
        while (tickers.Count < OwnTickers)
        {
            var (security, quantity) = _traded.Dequeue();
            tickers.Add(TickerOf(security, quantity, number));
        }

        var draws = Draws.Of(_data.Seed, DrawFor.Feed, number, _client);
        while (tickers.Count < 2 * OwnTickers)
        {
            tickers.Add(TickerOf(draws.Below(_data.Scale.Securities), draws.Of(Sizes), number));
        }

        return new(
            [.. tickers.OrderBy(ticker => ticker.Symbol, StringComparer.Ordinal)], [.. reached.Select(order => order.TradeId)], time);
    }

    private Ticker TickerOf(int security, int quantity, long number) =>
        new(_data.Symbols[security], _data.Prices.At(security, number), quantity);

    /// <param name="Price">Of a triggered order: that of the feed. Null: that of the moment.</param>
    private readonly record struct Result(long TradeId, int Security, long? Price, long Due);
}
