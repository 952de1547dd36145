using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>
/// Trade-Result. Frame 1: the trade and the position. 2: position and lots, and the history of each lot that changes (see <see
/// cref="LotChanges"/>). 3, for a taxed gain: the tax. 4: the commission. 5: completes the trade and counts it for the broker. 6:
/// settlement, cash and balance; commits.
/// </summary>
internal static class TradeResult
{
    private static readonly Statement Trade = new(
        """
        SELECT t.account_id, t.symbol, t.quantity, t.charge, t.lifo, t.is_cash, t.status_id, t.type_id, y.is_sell, y.name
        FROM trade t
        JOIN trade_type y ON y.id = t.type_id
        WHERE t.id = $1
        """,
        "i", "isimiissis");

    private static readonly Statement Position = new(
        "SELECT quantity FROM holding_summary {locked} WHERE account_id = $1 AND symbol = $2 {lock}", "is", "i");

    private static readonly Statement Account = new(
        "SELECT broker_id, customer_id, tax_status FROM customer_account WHERE id = $1", "i", "iii");

    private static readonly Statement SetTax = new("UPDATE trade SET tax = $2 WHERE id = $1", "im");

    private static readonly Statement Security = new("SELECT exchange_id, name FROM security WHERE symbol = $1", "s", "ss");

    private static readonly Statement Tier = new("SELECT tier FROM customer WHERE id = $1", "i", "i");

    private static readonly Statement Complete = new(
        "UPDATE trade SET dts = $2, status_id = 'CMPT', price = $3, commission = $4 WHERE id = $1", "itmm");

    private static readonly Statement CountForBroker = new(
        "UPDATE broker SET trades = trades + 1, commission = commission + $2 WHERE id = $1", "im");

    private static readonly Statement InsertSettlement = new(
        "INSERT INTO settlement (trade_id, cash_type, due, amount) VALUES ($1, $2, $3, $4)", "istm");

    private static readonly Statement Pay = new("UPDATE customer_account SET balance = balance + $2 WHERE id = $1", "im");

    private static readonly Statement InsertCash = new(
        "INSERT INTO cash_transaction (trade_id, dts, amount, name) VALUES ($1, $2, $3, $4)", "itms");

    private static readonly Statement Balance = new("SELECT balance FROM customer_account WHERE id = $1", "i", "m");

    public static async ValueTask RunAsync(Transaction transaction, TradeResultInput input)
    {
        var trade = await ReadAsync(transaction, input);
        var position = await transaction.QueryAsync(Position, trade.Account, trade.Symbol);
        var held = position.Count == 0 ? 0 : position[0][0].Number;

        transaction.Frame = 2;
        var account = await transaction.OneAsync(Account, trade.Account);
        var (broker, customer, taxStatus) = (account[0][0].Number, account[0][1].Number, account[0][2].Number);
        var (bought, sold) = await LotChanges.ApplyAsync(transaction, trade, held, input);

        long tax = 0;
        if (taxStatus != 0 && sold > bought)
        {
            transaction.Frame = 3;
            tax = Money.Share(sold - bought, (await transaction.OneAsync(TradeStatements.OfCustomer, customer))[0][0].Number, Money.One);
            await transaction.ChangeAsync(SetTax, input.TradeId, tax);
        }

        transaction.Frame = 4;
        var security = await transaction.OneAsync(Security, trade.Symbol);
        var (exchange, name) = (security[0][0].Text, security[0][1].Text);
        var tier = (await transaction.OneAsync(Tier, customer))[0][0].Number;
        var rate = (await transaction.OneAsync(TradeStatements.Commission, tier, trade.Kind, exchange, trade.Quantity))[0][0].Number;
        var value = trade.Quantity * input.Price;
        var commission = Money.Share(value, rate, Money.Percent);

        transaction.Frame = 5;
        await transaction.ChangeAsync(Complete, input.TradeId, input.Time, input.Price, commission);
        await transaction.ChangeAsync(TradeStatements.InsertHistory, input.TradeId, input.Time, "CMPT");
        await transaction.ChangeAsync(CountForBroker, broker, commission);

        transaction.Frame = 6;
        var amount = (trade.Sells ? value : -value) - trade.Charge - commission - (taxStatus == 1 ? tax : 0);
        await SettleAsync(transaction, trade, input, amount, TradeTexts.CashName(trade.KindName, trade.Quantity, name));
    }

    private static async ValueTask<Pending> ReadAsync(Transaction transaction, TradeResultInput input)
    {
        var rows = await transaction.OneAsync(Trade, input.TradeId);
        var row = rows[0];
        Transaction.Check(row[6].Text == "SBMT", $"trade {input.TradeId} is {row[6]}, not submitted");
        return new(
            row[0].Number, row[1].Text, row[2].Number, row[3].Number, row[4].Number == 1, row[5].Number == 1,
            row[7].Text, row[8].Number == 1, row[9].Text);
    }

    private static async ValueTask SettleAsync(Transaction transaction, Pending trade, TradeResultInput input, long amount, string name)
    {
        await transaction.ChangeAsync(
            InsertSettlement, input.TradeId, TradeTexts.CashType(trade.IsCash), input.Time + (2 * MarketDays.Day), amount);
        if (trade.IsCash)
        {
            await transaction.ChangeAsync(Pay, trade.Account, amount);
            await transaction.ChangeAsync(InsertCash, input.TradeId, input.Time, amount, name);
        }

        transaction.Tell(amount, (await transaction.OneAsync(Balance, trade.Account))[0][0].Number);
    }
}

/// <summary>A submitted trade as frame 1 reads it.</summary>
internal sealed record Pending(
    long Account, string Symbol, long Quantity, long Charge, bool NewestFirst, bool IsCash, string Kind, bool Sells, string KindName);
