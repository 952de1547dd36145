using AzurePerf.Sql.Data;

namespace AzurePerf.Sql.Workload;

/// <summary>All that a transaction needs to know before it starts.</summary>
/// <param name="Type">Which of the ten.</param>
/// <param name="Time">Its time in the world of the data.</param>
public abstract record TransactionInput(TransactionType Type, long Time);

/// <summary>An account buys or sells.</summary>
/// <param name="TradeId">(client, number) as one whole number.</param>
/// <param name="ByName">True to look the security up by company and issue.</param>
/// <param name="LimitPrice">Of orders that wait for a price.</param>
/// <param name="RollsBack">True for the one in a hundred that is to be rolled back.</param>
public sealed record TradeOrderInput(
    long TradeId, Account Account, Person Executor, int Security, string Symbol, string CompanyName, string Issue, bool ByName,
    TradeKind Kind, int Quantity, long LimitPrice, bool IsMargin, bool NewestFirst, bool RollsBack, long Time)
    : TransactionInput(TransactionType.TradeOrder, Time);

/// <summary>The market completes a trade at a price.</summary>
public sealed record TradeResultInput(long TradeId, long Price, long Time) : TransactionInput(TransactionType.TradeResult, Time);

public readonly record struct Ticker(string Symbol, long Price, int Quantity);

/// <summary>The market says what twenty securities cost.</summary>
/// <param name="Tickers">Sorted by symbol, so that two feeds lock rows in one order.</param>
/// <param name="Limits">Own orders whose price these are.</param>
public sealed record MarketFeedInput(IReadOnlyList<Ticker> Tickers, IReadOnlyList<long> Limits, long Time)
    : TransactionInput(TransactionType.MarketFeed, Time);

/// <param name="TaxId">To look the customer up by it; null: by id.</param>
/// <param name="AccountPlace">The account whose history is asked for, modulo those there are; below 0: none.</param>
public sealed record CustomerPositionInput(int Customer, string? TaxId, int AccountPlace, long Time)
    : TransactionInput(TransactionType.CustomerPosition, Time);

/// <summary>Exactly one of customer (the watch list), account (what it holds) and industry (companies within two ids).</summary>
public sealed record MarketWatchInput(
    int? Customer, long? Account, string? Industry, int FirstCompany, int LastCompany, long Day, long Time)
    : TransactionInput(TransactionType.MarketWatch, Time);

public sealed record SecurityDetailInput(string Symbol, long FirstDay, int Days, bool FullNews, long Time)
    : TransactionInput(TransactionType.SecurityDetail, Time);

/// <param name="Brokers">Names, at most <see cref="MostBrokers"/>.</param>
public sealed record BrokerVolumeInput(IReadOnlyList<string> Brokers, string Sector, long Time)
    : TransactionInput(TransactionType.BrokerVolume, Time)
{
    public const int MostBrokers = 40;
}

/// <summary>Which trades are looked up or changed.</summary>
/// <param name="Frame">1: by ids; 2: of an account; 3: of a security; 4: the first of an account after a time.</param>
/// <param name="Ids">Of frame 1; <see cref="Count"/> of them, sorted.</param>
/// <param name="From">Of the window of frames 2 to 4.</param>
/// <param name="To">Its last instant.</param>
public sealed record TradeChoice(int Frame, IReadOnlyList<long> Ids, long Account, string Symbol, long From, long To)
{
    public const int Count = 20;
}

public sealed record TradeLookupInput(TradeChoice Choice, long Time) : TransactionInput(TransactionType.TradeLookup, Time);

public sealed record TradeUpdateInput(TradeChoice Choice, long Time) : TransactionInput(TransactionType.TradeUpdate, Time);

public sealed record TradeStatusInput(long Account, long Time) : TransactionInput(TransactionType.TradeStatus, Time);
