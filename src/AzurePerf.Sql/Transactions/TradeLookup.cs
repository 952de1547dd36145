using System.Runtime.CompilerServices;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>
/// Trade-Lookup. Frames 1 to 3: trades by id, of an account or of a security, with what is known of each. Frame 4: the first trade of an
/// account after a time, and what became of its lots.
/// </summary>
internal static class TradeLookup
{
    private static readonly Statement FirstTrade = new(
        "SELECT id FROM trade WHERE account_id = $1 AND dts >= $2 ORDER BY dts, id LIMIT 1", "it", "i");

    private static readonly Statement LotsOfTrade = new(
        """
        SELECT holding_trade_id, trade_id, quantity_before, quantity_after
        FROM holding_history
        WHERE holding_trade_id IN (SELECT holding_trade_id FROM holding_history WHERE trade_id = $1)
        ORDER BY holding_trade_id, trade_id
        LIMIT 20
        """,
        "i", "iiii");

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public static async ValueTask RunAsync(Transaction transaction, TradeLookupInput input)
    {
        transaction.Frame = input.Choice.Frame;
        if (input.Choice.Frame < 4)
        {
            await TradeDetails.TellAsync(transaction, await TradeDetails.ChooseAsync(transaction, input.Choice));
            return;
        }

        var first = await transaction.QueryAsync(FirstTrade, input.Choice.Account, input.Choice.From);
        transaction.Tell(first);
        if (first.Count > 0)
        {
            transaction.Tell(await transaction.QueryAsync(LotsOfTrade, first[0][0]));
        }
    }
}
