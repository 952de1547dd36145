namespace AzurePerf.Sql.Workload;

/// <summary>How often clients draw each type. Trade-Result and Market-Feed are not drawn: they answer orders.</summary>
public sealed class Mix
{
    private static readonly Dictionary<TransactionType, int> Weights = new()
    {
        [TransactionType.TradeStatus] = 190,
        [TransactionType.MarketWatch] = 180,
        [TransactionType.SecurityDetail] = 140,
        [TransactionType.CustomerPosition] = 130,
        [TransactionType.TradeOrder] = 101,
        [TransactionType.TradeLookup] = 80,
        [TransactionType.BrokerVolume] = 49,
        [TransactionType.TradeUpdate] = 20,
    };

    private Mix(IEnumerable<KeyValuePair<TransactionType, int>> cards) => Cards = cards.ToDictionary();

    /// <summary>All eight types; with what the market answers, the shares of <see cref="TransactionTypes.Share"/>.</summary>
    public static Mix Standard { get; } = new(Weights);

    /// <summary>The six types that change nothing.</summary>
    public static Mix ReadOnly { get; } = new(Weights.Where(card => !TransactionTypes.Writes(card.Key)));

    /// <summary>Cards of each type in a deck.</summary>
    public IReadOnlyDictionary<TransactionType, int> Cards { get; }

    /// <summary>True when a client that draws from it changes rows.</summary>
    public bool Writes => Cards.Keys.Any(TransactionTypes.Writes);

    /// <summary>Per cent of all transactions that should be of a type, those included that answer orders where all types are drawn; null
    /// where it is not known.</summary>
    public double? ShareOf(TransactionType type) =>
        this == Standard ? TransactionTypes.Share(type)
        : Cards.TryGetValue(type, out var cards) ? 100.0 * cards / Cards.Values.Sum()
        : null;

    /// <summary>One type; with Trade-Order come the market's answers.</summary>
    /// <exception cref="ArgumentException">The type is not drawn.</exception>
    public static Mix Only(TransactionType type) => Weights.ContainsKey(type)
        ? new([KeyValuePair.Create(type, 1)])
        : throw new ArgumentException($"{type} cannot be measured alone, because it answers orders: measure TradeOrder", nameof(type));
}
