using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>
/// Frame 2 of Trade-Result: a sale closes lots that the account owns, a purchase those that it owes; what is left of the trade is a lot
/// of its own. Each lot that changes gets a line in its history.
/// </summary>
internal static class LotChanges
{
    private static readonly Statement InsertPosition = new(
        "INSERT INTO holding_summary (account_id, symbol, quantity) VALUES ($1, $2, $3)", "isi");

    private static readonly Statement SetPosition = new(
        "UPDATE holding_summary SET quantity = $3 WHERE account_id = $1 AND symbol = $2", "isi");

    private static readonly Statement DeletePosition = new("DELETE FROM holding_summary WHERE account_id = $1 AND symbol = $2", "is");

    private static readonly Statement NewestLots = new(
        """
        SELECT trade_id, quantity, price
        FROM holding {locked}
        WHERE account_id = $1 AND symbol = $2
        ORDER BY dts DESC, trade_id DESC {lock}
        """,
        "is", "iim");

    private static readonly Statement OldestLots = new(
        """
        SELECT trade_id, quantity, price
        FROM holding {locked}
        WHERE account_id = $1 AND symbol = $2
        ORDER BY dts, trade_id {lock}
        """,
        "is", "iim");

    private static readonly Statement InsertLot = new(
        "INSERT INTO holding (trade_id, account_id, symbol, dts, price, quantity) VALUES ($1, $2, $3, $4, $5, $6)", "iistmi");

    private static readonly Statement SetLot = new("UPDATE holding SET quantity = $2 WHERE trade_id = $1", "ii");

    private static readonly Statement DeleteLot = new("DELETE FROM holding WHERE trade_id = $1", "i");

    private static readonly Statement InsertLotHistory = new(
        "INSERT INTO holding_history (holding_trade_id, trade_id, quantity_before, quantity_after) VALUES ($1, $2, $3, $4)", "iiii");

    /// <param name="transaction">Of Trade-Result.</param>
    /// <param name="trade">That is being completed.</param>
    /// <param name="held">Shares before it, below 0 when they are owed.</param>
    /// <param name="input">Its id, price and time.</param>
    /// <returns>What the closed shares were bought for and what they were sold for.</returns>
    public static async ValueTask<(long Bought, long Sold)> ApplyAsync(
        Transaction transaction, Pending trade, long held, TradeResultInput input)
    {
        var signed = trade.Sells ? -trade.Quantity : trade.Quantity;
        if (held == 0)
        {
            await transaction.ChangeAsync(InsertPosition, trade.Account, trade.Symbol, signed);
        }
        else if (held + signed != 0)
        {
            await transaction.ChangeAsync(SetPosition, trade.Account, trade.Symbol, held + signed);
        }

        long bought = 0, sold = 0;
        var open = trade.Quantity;
        if (trade.Sells ? held > 0 : held < 0)
        {
            var lots = await transaction.QueryAsync(trade.NewestFirst ? NewestLots : OldestLots, trade.Account, trade.Symbol);
            for (var row = 0; row < lots.Count && open > 0; row++)
            {
                var (lot, quantity, price) = (lots[row][0].Number, lots[row][1].Number, lots[row][2].Number);
                Transaction.Check(quantity > 0 == held > 0, $"lot {lot} has {quantity} shares in a position of {held}");
                var closed = Math.Min(Math.Abs(quantity), open);
                bought += closed * (trade.Sells ? price : input.Price);
                sold += closed * (trade.Sells ? input.Price : price);
                await CloseAsync(transaction, input.TradeId, lot, quantity, trade.Sells ? quantity - closed : quantity + closed);
                open -= closed;
            }
        }

        if (open > 0)
        {
            var left = trade.Sells ? -open : open;
            await transaction.ChangeAsync(InsertLotHistory, input.TradeId, input.TradeId, 0, left);
            await transaction.ChangeAsync(InsertLot, input.TradeId, trade.Account, trade.Symbol, input.Time, input.Price, left);
        }
        else if (held + signed == 0)
        {
            await transaction.ChangeAsync(DeletePosition, trade.Account, trade.Symbol);
        }

        return (bought, sold);
    }

    private static async ValueTask CloseAsync(Transaction transaction, long trade, long lot, long before, long after)
    {
        await transaction.ChangeAsync(InsertLotHistory, lot, trade, before, after);
        if (after == 0)
        {
            await transaction.ChangeAsync(DeleteLot, lot);
        }
        else
        {
            await transaction.ChangeAsync(SetLot, lot, after);
        }
    }
}
