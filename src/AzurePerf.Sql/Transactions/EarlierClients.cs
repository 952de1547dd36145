using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>Clients that worked on a database before. Those that follow are numbered after them, or they would give their trades the same
/// ids.</summary>
public static class EarlierClients
{
    private static readonly Statement LastTrade = new("SELECT coalesce(max(id), 0) FROM trade", "", "i");

    /// <summary>The highest number of a client that left a trade; 0 where nobody did since the data were loaded.</summary>
    public static async Task<int> CountAsync(ISqlSession session, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(session);
        await session.BeginAsync(TransactionType.TradeStatus, cancellationToken);
        var last = (await session.QueryAsync(LastTrade, cancellationToken))[0][0].Number;
        await session.RollbackAsync(cancellationToken);
        return (int)(last / InputSource.IdsPerClient);
    }
}
