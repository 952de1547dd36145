namespace AzurePerf.Core.Experiments.Sql;

/// <summary>Which transactions the clients of a brokerage perform. After the first two, one type alone.</summary>
public enum TransactionMix
{
    /// <summary>All ten types.</summary>
    Standard,

    /// <summary>The six types that change nothing.</summary>
    ReadOnly,
    TradeStatus,
    MarketWatch,
    SecurityDetail,
    CustomerPosition,

    /// <summary>With what the market answers: Trade-Result and Market-Feed.</summary>
    TradeOrder,
    TradeLookup,
    BrokerVolume,
    TradeUpdate,
}
