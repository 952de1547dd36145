using System.Runtime.CompilerServices;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>Trade-Status, one frame: the last 50 trades of an account, its owner and its broker.</summary>
internal static class TradeStatus
{
    private static readonly Statement Trades = new(
        """
        SELECT t.id, t.dts, st.name, tt.name, t.symbol, t.quantity, t.executor, t.charge, s.name, e.name
        FROM trade t
        JOIN status_type st ON st.id = t.status_id
        JOIN trade_type tt ON tt.id = t.type_id
        JOIN security s ON s.symbol = t.symbol
        JOIN exchange e ON e.id = s.exchange_id
        WHERE t.account_id = $1
        ORDER BY t.dts DESC, t.id DESC
        LIMIT 50
        """,
        "i", "itsssismss");

    private static readonly Statement Owner = new(
        """
        SELECT c.last_name, c.first_name, b.name
        FROM customer_account a
        JOIN customer c ON c.id = a.customer_id
        JOIN broker b ON b.id = a.broker_id
        WHERE a.id = $1
        """,
        "i", "sss");

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public static async ValueTask RunAsync(Transaction transaction, TradeStatusInput input)
    {
        var trades = await transaction.QueryAsync(Trades, input.Account);
        Transaction.Check(trades.Count is > 0 and <= 50, $"account {input.Account} has {trades.Count} trades among its last 50");
        transaction.Tell(trades);
        transaction.Tell(await transaction.OneAsync(Owner, input.Account));
    }
}
