namespace AzurePerf.Sql.Workload;

/// <summary>The ten transactions, as they are counted and named.</summary>
public enum TransactionType
{
    TradeStatus,
    MarketWatch,
    SecurityDetail,
    CustomerPosition,
    TradeOrder,
    TradeLookup,
    BrokerVolume,
    TradeUpdate,
    TradeResult,
    MarketFeed,
}

public static class TransactionTypes
{
    public static readonly IReadOnlyList<TransactionType> All = Enum.GetValues<TransactionType>();

    /// <summary>As the specification writes it.</summary>
    public static string NameOf(TransactionType type) => type switch
    {
        TransactionType.TradeStatus => "Trade-Status",
        TransactionType.MarketWatch => "Market-Watch",
        TransactionType.SecurityDetail => "Security-Detail",
        TransactionType.CustomerPosition => "Customer-Position",
        TransactionType.TradeOrder => "Trade-Order",
        TransactionType.TradeLookup => "Trade-Lookup",
        TransactionType.BrokerVolume => "Broker-Volume",
        TransactionType.TradeUpdate => "Trade-Update",
        TransactionType.TradeResult => "Trade-Result",
        TransactionType.MarketFeed => "Market-Feed",
        _ => throw new ArgumentOutOfRangeException(nameof(type), type, "no such transaction"),
    };

    /// <summary>True for those that change rows when they commit.</summary>
    public static bool Writes(TransactionType type) =>
        type is TransactionType.TradeOrder or TransactionType.TradeUpdate or TransactionType.TradeResult or TransactionType.MarketFeed;

    /// <summary>What nine of ten transactions of a type should take at most.</summary>
    public static TimeSpan ResponseLimit(TransactionType type) => TimeSpan.FromSeconds(type switch
    {
        TransactionType.TradeStatus => 1,
        TransactionType.TradeOrder or TransactionType.TradeResult or TransactionType.MarketFeed => 2,
        _ => 3,
    });

    /// <summary>Share of the whole mix, per cent.</summary>
    public static double Share(TransactionType type) => type switch
    {
        TransactionType.TradeResult => 10,
        TransactionType.MarketFeed => 1,
        _ => Mix.Standard.Cards[type] / 10.0,
    };
}
