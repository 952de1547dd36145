using AzurePerf.Sql.Data;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>
/// Trade-Order. Frame 1: account, owner and broker. 2, unless the owner orders: may who orders? 3: security, price, what a sale would
/// gain, tax, commission and charge. 4: writes the order. 5: rolls back what is not allowed, and one order in a hundred. 6: commits.
/// </summary>
internal static class TradeOrder
{
    private static readonly Statement Account = new(
        """
        SELECT a.name, a.broker_id, a.customer_id, a.tax_status, b.name, c.first_name, c.last_name, c.tier, c.tax_id
        FROM customer_account a
        JOIN customer c ON c.id = a.customer_id
        JOIN broker b ON b.id = a.broker_id
        WHERE a.id = $1
        """,
        "i", "siiisssis");

    private static readonly Statement Permission = new(
        "SELECT rights FROM account_permission WHERE account_id = $1 AND tax_id = $2 AND last_name = $3 AND first_name = $4", "isss", "s");

    private static readonly Statement SecurityByName = new(
        """
        SELECT s.symbol, s.name, s.exchange_id, c.name
        FROM company c
        JOIN security s ON s.company_id = c.id
        WHERE c.name = $1 AND s.issue = $2
        ORDER BY s.symbol
        """,
        "ss", "ssss");

    private static readonly Statement SecurityBySymbol = new(
        "SELECT s.symbol, s.name, s.exchange_id, c.name FROM security s JOIN company c ON c.id = s.company_id WHERE s.symbol = $1",
        "s", "ssss");

    private static readonly Statement Price = new("SELECT price FROM last_trade WHERE symbol = $1", "s", "m");

    private static readonly Statement Kind = new("SELECT is_market, is_sell FROM trade_type WHERE id = $1", "s", "ii");

    private static readonly Statement Position = new(
        "SELECT quantity FROM holding_summary WHERE account_id = $1 AND symbol = $2", "is", "i");

    private static readonly Statement NewestLots = new(
        "SELECT quantity, price FROM holding WHERE account_id = $1 AND symbol = $2 ORDER BY dts DESC, trade_id DESC", "is", "im");

    private static readonly Statement OldestLots = new(
        "SELECT quantity, price FROM holding WHERE account_id = $1 AND symbol = $2 ORDER BY dts, trade_id", "is", "im");

    private static readonly Statement Charge = new("SELECT amount FROM charge WHERE type_id = $1 AND tier = $2", "si", "m");

    private static readonly Statement Assets = new(
        """
        SELECT a.balance + (SELECT coalesce(sum(h.quantity * l.price), 0) FROM holding_summary h JOIN last_trade l ON l.symbol = h.symbol
            WHERE h.account_id = a.id)
        FROM customer_account a
        WHERE a.id = $1
        """,
        "i", "m");

    private static readonly Statement Insert = new(
        """
        INSERT INTO trade (
            id, dts, status_id, type_id, is_cash, symbol, quantity, bid_price, account_id, executor, price, charge, commission, tax, lifo)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, NULL, $11, $12, 0, $13)
        """,
        "itssisimismmi");

    private static readonly Statement InsertRequest = new(
        "INSERT INTO trade_request (trade_id, type_id, symbol, quantity, bid_price, broker_id) VALUES ($1, $2, $3, $4, $5, $6)", "issimi");

    public static async ValueTask<Ending> RunAsync(Transaction transaction, TradeOrderInput input)
    {
        var account = await transaction.OneAsync(Account, input.Account.Id);
        var (broker, customer, taxStatus, tier) = (account[0][1].Number, account[0][2].Number, account[0][3].Number, account[0][7].Number);
        if (input.Executor.TaxId != account[0][8].Text)
        {
            transaction.Frame = 2;
            var executor = input.Executor;
            var permission = await transaction.QueryAsync(
                Permission, input.Account.Id, executor.TaxId, executor.LastName, executor.FirstName);
            if (permission.Count == 0)
            {
                transaction.Frame = 5;
                return Ending.Rollback;
            }
        }

        transaction.Frame = 3;
        var quote = await QuoteAsync(transaction, input, customer, taxStatus, tier);
        transaction.Frame = 4;
        await WriteAsync(transaction, input, quote, broker);
        transaction.Frame = input.RollsBack ? 5 : 6;
        return input.RollsBack ? Ending.Rollback : Ending.Commit;
    }

    private static async ValueTask<Quote> QuoteAsync(
        Transaction transaction, TradeOrderInput input, long customer, long taxStatus, long tier)
    {
        var type = FixedRows.IdOf(input.Kind);
        var security = await (input.ByName
            ? transaction.OneAsync(SecurityByName, input.CompanyName, input.Issue)
            : transaction.OneAsync(SecurityBySymbol, input.Symbol));
        var (symbol, exchange) = (security[0][0].Text, security[0][2].Text);
        Transaction.Check(symbol == input.Symbol, $"{input.CompanyName} {input.Issue} is {symbol}, not {input.Symbol}");
        var price = (await transaction.OneAsync(Price, symbol))[0][0].Number;
        var kind = await transaction.OneAsync(Kind, type);
        var (atMarket, sells) = (kind[0][0].Number == 1, kind[0][1].Number == 1);
        var bid = atMarket ? price : input.LimitPrice;
        var position = await transaction.QueryAsync(Position, input.Account.Id, symbol);
        var held = position.Count == 0 ? 0 : position[0][0].Number;
        long gain = 0;
        if (sells ? held > 0 : held < 0)
        {
            var lots = await transaction.QueryAsync(input.NewestFirst ? NewestLots : OldestLots, input.Account.Id, symbol);
            gain = GainOf(lots, input.Quantity, bid);
        }

        long tax = 0;
        if (taxStatus != 0 && gain > 0)
        {
            tax = Money.Share(gain, (await transaction.OneAsync(TradeStatements.OfCustomer, customer))[0][0].Number, Money.One);
        }

        var rate = (await transaction.OneAsync(TradeStatements.Commission, tier, type, exchange, input.Quantity))[0][0].Number;
        var charge = (await transaction.OneAsync(Charge, type, tier))[0][0].Number;
        var assets = input.IsMargin ? (await transaction.OneAsync(Assets, input.Account.Id))[0][0].Number : 0;
        var commission = Money.Share(input.Quantity * bid, rate, Money.Percent);
        transaction.Tell(symbol, bid, gain, tax, commission, charge, assets);
        return new(bid, charge, commission, atMarket);
    }

    /// <summary>What closing lots at a price would gain.</summary>
    private static long GainOf(ResultRows lots, long quantity, long price)
    {
        long gain = 0;
        for (var row = 0; row < lots.Count && quantity > 0; row++)
        {
            var (held, paid) = (lots[row][0].Number, lots[row][1].Number);
            var closed = Math.Min(Math.Abs(held), quantity);
            gain += closed * (held > 0 ? price - paid : paid - price);
            quantity -= closed;
        }

        return gain;
    }

    private static async ValueTask WriteAsync(Transaction transaction, TradeOrderInput input, Quote quote, long broker)
    {
        var (type, status) = (FixedRows.IdOf(input.Kind), quote.AtMarket ? "SBMT" : "PNDG");
        await transaction.ChangeAsync(
            Insert, input.TradeId, input.Time, status, type, !input.IsMargin, input.Symbol, input.Quantity, quote.Bid, input.Account.Id,
            input.Executor.Name, quote.Charge, quote.Commission, input.NewestFirst);
        await transaction.ChangeAsync(TradeStatements.InsertHistory, input.TradeId, input.Time, status);
        if (!quote.AtMarket)
        {
            await transaction.ChangeAsync(InsertRequest, input.TradeId, type, input.Symbol, input.Quantity, quote.Bid, broker);
        }
    }

    private readonly record struct Quote(long Bid, long Charge, long Commission, bool AtMarket);
}
