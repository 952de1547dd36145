using AzurePerf.Core.Experiments;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>Clients that worked on a database before. Those that follow have other numbers, or they would give their trades the same
/// ids.</summary>
public static class EarlierClients
{
    private static readonly Statement LastTrade = new("SELECT coalesce(max(id), 0) FROM trade", "", "i");

    /// <summary>After which number the clients of the next point begin.</summary>
    public static async Task<int> LastAsync(ISqlSession session, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(session);
        await session.BeginAsync(TransactionType.TradeStatus, cancellationToken);
        var trade = (await session.QueryAsync(LastTrade, cancellationToken))[0][0].Number;
        await session.RollbackAsync(cancellationToken);
        return LastOf(trade);
    }

    /// <summary>
    /// The end of the block of numbers in which the client of the last trade lies; 0 where that trade was loaded. A block has room for all
    /// clients of a point, each at its place: so workers of one point may look at different moments, and find different blocks.
    /// </summary>
    /// <param name="trade">The highest id of a trade.</param>
    internal static int LastOf(long trade)
    {
        var client = (int)(trade / InputSource.IdsPerClient);
        var blocks = (client + MeasurementOptions.MaximumLanes - 1) / MeasurementOptions.MaximumLanes;
        return blocks * MeasurementOptions.MaximumLanes;
    }
}
