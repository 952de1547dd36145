using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>Clients that worked on a database before. Those that follow have other numbers, or they would give their trades the same
/// ids.</summary>
public static class EarlierClients
{
    private static readonly Statement LastTrade = new("SELECT coalesce(max(id), 0) FROM trade", "", "i");

    /// <summary>Numbers that a point takes at the least. A series of thousands of points must not use up all that there are, and what a
    /// client of the last point still does must not meet the next one's.</summary>
    private const int SmallestBlock = 1_024;

    /// <summary>After which number the clients of the next point begin.</summary>
    /// <param name="session">On the database.</param>
    /// <param name="clients">Of the whole next point, each lane counted.</param>
    /// <param name="cancellationToken">Ends the look.</param>
    public static async Task<int> LastAsync(ISqlSession session, int clients, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(session);
        await session.BeginAsync(TransactionType.TradeStatus, cancellationToken);
        var trade = (await session.QueryAsync(LastTrade, cancellationToken))[0][0].Number;
        await session.RollbackAsync(cancellationToken);
        return LastOf(trade, clients);
    }

    /// <summary>
    /// The end of the block of numbers in which the client of the last trade lies; 0 where that trade was loaded. A block has room for all
    /// clients of a point, each at its place: so workers of one point may look at different moments, and find different blocks.
    /// </summary>
    /// <param name="trade">The highest id of a trade.</param>
    /// <param name="clients">Of the whole next point, each lane counted.</param>
    internal static int LastOf(long trade, int clients)
    {
        var client = (int)(trade / InputSource.IdsPerClient);
        var block = Math.Max(SmallestBlock, clients);
        return (client + block - 1) / block * block;
    }
}
