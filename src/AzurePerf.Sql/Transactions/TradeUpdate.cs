using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>
/// Trade-Update, at most twenty rows, then what is known of the trades. Frame 1: who gave the orders, by id. Frame 2: how the trades of
/// an account were settled. Frame 3: what the cash of a security's trades is called. A second update takes back the first.
/// </summary>
internal static class TradeUpdate
{
    private static readonly string Ids = new('i', TradeChoice.Count);
    private static readonly string Places = Statement.List(1, TradeChoice.Count);

    private static readonly (Statement Read, Statement Write) Executors = (
        new($"SELECT id, executor FROM trade {{locked}} WHERE id IN ({Places}) ORDER BY id {{lock}}", Ids, "is"),
        new("UPDATE trade SET executor = $2 WHERE id = $1", "is"));

    private static readonly (Statement Read, Statement Write) CashTypes = (
        new($"SELECT trade_id, cash_type FROM settlement {{locked}} WHERE trade_id IN ({Places}) ORDER BY trade_id {{lock}}", Ids, "is"),
        new("UPDATE settlement SET cash_type = $2 WHERE trade_id = $1", "is"));

    private static readonly (Statement Read, Statement Write) CashNames = (
        new($"SELECT trade_id, name FROM cash_transaction {{locked}} WHERE trade_id IN ({Places}) ORDER BY trade_id {{lock}}", Ids, "is"),
        new("UPDATE cash_transaction SET name = $2 WHERE trade_id = $1", "is"));

    public static async ValueTask RunAsync(Transaction transaction, TradeUpdateInput input)
    {
        transaction.Frame = input.Choice.Frame;
        var ids = await TradeDetails.ChooseAsync(transaction, input.Choice);
        var ((read, write), alter) = input.Choice.Frame switch
        {
            1 => (Executors, (Func<string, string>)TradeTexts.AlterExecutor),
            2 => (CashTypes, TradeTexts.AlterCashType),
            _ => (CashNames, TradeTexts.AlterCashName),
        };
        var rows = await transaction.QueryAsync(read, ids);
        for (var row = 0; row < rows.Count; row++)
        {
            await transaction.ChangeAsync(write, rows[row][0], alter(rows[row][1].Text));
        }

        await TradeDetails.TellAsync(transaction, ids);
    }
}
