using AzurePerf.Sql.Data;

namespace AzurePerf.Sql.Workload;

/// <summary>
/// What one client does, operation by operation: what its market answers, and else the next card of its deck. Pure: it has no thread and no
/// clock, and the same seed, client and outcomes give the same operations. Ask <see cref="Next"/>, perform, and report.
/// </summary>
public sealed class WorkloadClient
{
    private const int MostClients = 9_000_000;

    private readonly Deck _deck;
    private readonly InputSource _inputs;
    private long _number = -1;
    private long _cards;

    /// <param name="data">That was loaded.</param>
    /// <param name="client">From 1 to 9,000,000: its trades are known by it.</param>
    /// <param name="mix">What it draws.</param>
    public WorkloadClient(Dataset data, int client, Mix mix)
    {
        ArgumentNullException.ThrowIfNull(data);
        ArgumentOutOfRangeException.ThrowIfLessThan(client, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(client, MostClients);
        _deck = new(data.Seed, client, mix);
        _inputs = new(data, client);
        Market = new(data, client);
    }

    public MarketEmulator Market { get; }

    public TransactionInput Next()
    {
        _number++;
        return Market.Next(_number) ?? _inputs.Of(_deck.At(_cards++), _number);
    }

    /// <summary>Says that the last operation committed.</summary>
    /// <param name="input">What <see cref="Next"/> gave.</param>
    /// <param name="triggered">Of a feed: the orders that it triggered.</param>
    public void Committed(TransactionInput input, IReadOnlyList<TriggeredRequest> triggered)
    {
        switch (input)
        {
            case TradeOrderInput order:
                Market.Committed(order, _number);
                break;
            case MarketFeedInput feed:
                Market.Committed(feed, triggered, _number);
                break;
        }
    }
}
