using AzurePerf.Core.Runs;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Transactions;
using AzurePerf.Sql.Workload;
using AzurePerf.Testing.Sql;
using Xunit;

namespace AzurePerf.UnitTests.Sql;

public sealed class WorkloadTests
{
    private const int Operations = 40_000;
    private static readonly Dataset Data = SqlSuite.Data;

    [Fact]
    public void Each_deck_has_the_shares_of_the_mix_exactly()
    {
        var deck = new Deck(7, 3, Mix.Standard);

        Assert.Equal(890, deck.Size);
        Assert.All(Enumerable.Range(0, 5), number =>
        {
            var cards = Enumerable.Range(number * deck.Size, deck.Size).Select(card => deck.At(card)).ToArray();
            Assert.Equal(Mix.Standard.Cards.OrderBy(card => card.Key), cards.CountBy(card => card).OrderBy(card => card.Key));
            Assert.NotEqual(cards.Order(), cards);
        });
        Assert.NotEqual(Enumerable.Range(0, 890).Select(card => deck.At(card)), Enumerable.Range(890, 890).Select(card => deck.At(card)));
    }

    [Theory]
    [InlineData(0, 0, 1, 0)]
    [InlineData(1, 0, 1, 1_024)]
    [InlineData(1_024, 999_999_999_999, 192, 1_024)]
    [InlineData(1_025, 0, 192, 2_048)]
    [InlineData(1_025, 0, 4_096, 4_096)]
    [InlineData(4_097, 0, 4_096, 8_192)]
    public void Clients_of_the_next_point_are_numbered_after_all_that_one_of_the_last_could_have(long client, long number, int clients, int last) =>
        Assert.Equal(last, EarlierClients.LastOf((client * InputSource.IdsPerClient) + number, clients));

    [Fact]
    public void Numbers_last_for_the_longest_series_of_points_that_go_on_from_each_other()
    {
        var client = 1;
        for (var point = 1; point < SpecLimits.SeriesPoints; point++)
        {
            client = EarlierClients.LastOf(client * InputSource.IdsPerClient, clients: 1) + 1;
        }

        Assert.Equal(TransactionType.TradeStatus, new WorkloadClient(Data, client, Mix.Only(TransactionType.TradeStatus)).Next().Type);
    }

    [Fact]
    public void Workers_that_look_at_different_moments_number_their_clients_without_overlap()
    {
        const int Each = 4;
        var highest = 7 * InputSource.IdsPerClient;
        var numbers = new List<int>();
        for (var member = 0; member < 20; member++)
        {
            numbers.AddRange(Enumerable.Range((member * Each) + 1, Each).Select(place => EarlierClients.LastOf(highest, 20 * Each) + place));
            highest = member % 3 == 0 ? numbers.Max() * InputSource.IdsPerClient : highest;
        }

        Assert.Equal(numbers.Count, numbers.Distinct().Count());
    }

    [Fact]
    public void Shares_of_the_whole_mix_make_up_a_hundred() =>
        Assert.Equal(100, TransactionTypes.All.Sum(TransactionTypes.Share), precision: 9);

    [Fact]
    public void A_client_whose_orders_commit_has_the_shares_of_the_whole_mix()
    {
        var market = new Market();
        var client = new WorkloadClient(Data, 1, Mix.Standard);
        var counts = TransactionTypes.All.ToDictionary(type => type, _ => 0);
        for (var number = 0; number < Operations; number++)
        {
            counts[market.Perform(client).Type]++;
        }

        Assert.All(counts, count => Assert.InRange(
            100.0 * count.Value / Operations, TransactionTypes.Share(count.Key) * 0.95 - 0.05, TransactionTypes.Share(count.Key) * 1.05 + 0.05));
        Assert.InRange(market.Waiting, 1, 100);
    }

    [Theory]
    [InlineData(0)]
    [InlineData(30)]
    public void Every_answer_is_for_an_order_that_committed_and_none_is_lost(int failedPerCent)
    {
        var market = new Market(failedPerCent);
        var clients = Enumerable.Range(1, 4).Select(number => new WorkloadClient(Data, number, Mix.Standard)).ToArray();
        for (var number = 0; number < Operations / 4; number++)
        {
            Assert.All(clients, client => market.Perform(client));
        }

        Assert.Equal(
            clients.Sum(client => client.Market.MarketOrders + client.Market.Triggered),
            clients.Sum(client => client.Market.ResultsStarted + client.Market.Queued));
        Assert.Equal(market.MarketOrders, clients.Sum(client => client.Market.MarketOrders));
        Assert.Equal(market.Triggered, clients.Sum(client => client.Market.Triggered));
        Assert.Equal(market.Results.Count, market.Results.Distinct().Count());
        Assert.Subset(market.Submitted, market.Results.ToHashSet());
    }

    [Fact]
    public void The_same_seed_client_and_outcomes_give_the_same_operations()
    {
        var (first, second) = (Run(1), Run(1));

        Assert.Equal(first, second);
        Assert.NotEqual(first, Run(2));

        static string[] Run(int number)
        {
            var (market, client) = (new Market(), new WorkloadClient(Data, number, Mix.Standard));
            return [.. Enumerable.Range(0, 2_000).Select(_ => Text(market.Perform(client)))];
        }
    }

    [Fact]
    public void A_read_only_client_changes_nothing_and_a_client_of_one_type_draws_no_other()
    {
        var market = new Market();
        var (reader, seller) = (new WorkloadClient(Data, 1, Mix.ReadOnly), new WorkloadClient(Data, 2, Mix.Only(TransactionType.BrokerVolume)));

        Assert.False(Mix.ReadOnly.Writes);
        Assert.All(Enumerable.Range(0, 2_000), _ => Assert.False(TransactionTypes.Writes(market.Perform(reader).Type)));
        Assert.All(Enumerable.Range(0, 100), _ => Assert.Equal(TransactionType.BrokerVolume, market.Perform(seller).Type));
        Assert.Throws<ArgumentException>(() => Mix.Only(TransactionType.MarketFeed));
    }

    [Fact]
    public void Orders_have_the_shares_that_they_are_designed_to_have()
    {
        var client = new WorkloadClient(Data, 1, Mix.Only(TransactionType.TradeOrder));
        var orders = Enumerable.Range(0, 20_000).Select(_ => client.Next()).OfType<TradeOrderInput>().ToArray();

        Near(60, order => FixedRows.AtMarket(order.Kind));
        Near(50, order => !FixedRows.Sells(order.Kind));
        Near(40, order => order.ByName);
        Near(35, order => order.NewestFirst);
        Near(8, order => order.IsMargin);
        Near(1, order => order.RollsBack);
        Near(90, order => order.Executor.Id == order.Account.Customer);

        // Within four binomial standard deviations.
        void Near(double perCent, Func<TradeOrderInput, bool> counts) => Assert.InRange(
            100.0 * orders.Count(counts) / orders.Length, perCent - Spread(perCent), perCent + Spread(perCent));

        double Spread(double perCent) => 4 * Math.Sqrt(perCent * (100 - perCent) / orders.Length);
    }

    private static string Text(TransactionInput input) => input switch
    {
        MarketFeedInput feed => string.Join(' ', feed.Tickers) + feed.Time,
        BrokerVolumeInput volume => string.Join(' ', volume.Brokers) + volume,
        TradeLookupInput { Choice: var choice } => string.Join(' ', choice.Ids) + choice.From + choice.Account,
        TradeUpdateInput { Choice: var choice } => string.Join(' ', choice.Ids) + choice.From + choice.Account,
        _ => input.ToString(),
    };

    /// <summary>The orders that wait for a price, without a database: all that clients do commits, or a part of it fails.</summary>
    private sealed class Market(int failedPerCent = 0)
    {
        private readonly List<TradeOrderInput> _waiting = [];
        private int _performed;

        public int Waiting => _waiting.Count;

        public long MarketOrders { get; private set; }

        public long Triggered { get; private set; }

        public HashSet<long> Submitted { get; } = [];

        public List<long> Results { get; } = [];

        public TransactionInput Perform(WorkloadClient client)
        {
            var input = client.Next();
            if (input is TradeResultInput result)
            {
                Results.Add(result.TradeId);
            }

            if (_performed++ * 37 % 100 >= failedPerCent && input is not TradeOrderInput { RollsBack: true })
            {
                client.Committed(input, Commit(input));
            }

            return input;
        }

        private List<TriggeredRequest> Commit(TransactionInput input)
        {
            switch (input)
            {
                case TradeOrderInput order when FixedRows.AtMarket(order.Kind):
                    MarketOrders++;
                    Submitted.Add(order.TradeId);
                    return [];
                case TradeOrderInput order:
                    _waiting.Add(order);
                    return [];
                case MarketFeedInput feed:
                    var triggered = feed.Tickers.SelectMany(ticker => _waiting.Where(order => order.Symbol == ticker.Symbol
                        && (order.Kind == TradeKind.LimitSell ? ticker.Price >= order.LimitPrice : ticker.Price <= order.LimitPrice))
                        .Select(order => new TriggeredRequest(order.TradeId, ticker.Price))).DistinctBy(request => request.TradeId).ToList();
                    _waiting.RemoveAll(order => triggered.Any(request => request.TradeId == order.TradeId));
                    Submitted.UnionWith(triggered.Select(request => request.TradeId));
                    Triggered += triggered.Count;
                    return triggered;
                default:
                    return [];
            }
        }
    }
}
