using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>What Trade-Lookup and Trade-Update have in common: which trades are meant, and all that is known of them.</summary>
internal static class TradeDetails
{
    private static readonly string Ids = new('i', TradeChoice.Count);

    private static readonly Statement OfAccount = new(
        "SELECT id FROM trade WHERE account_id = $1 AND dts >= $2 AND dts <= $3 ORDER BY dts, id LIMIT 20", "itt", "i");

    private static readonly Statement OfSecurity = new(
        "SELECT id FROM trade WHERE symbol = $1 AND dts >= $2 AND dts <= $3 ORDER BY dts, id LIMIT 20", "stt", "i");

    private static readonly Statement Details = new(
        $"""
        SELECT t.id, t.account_id, t.symbol, t.quantity, t.bid_price, t.executor, t.is_cash, y.is_market, t.price, s.amount, s.due,
            s.cash_type, c.amount, c.dts, c.name
        FROM trade t
        JOIN trade_type y ON y.id = t.type_id
        LEFT JOIN settlement s ON s.trade_id = t.id
        LEFT JOIN cash_transaction c ON c.trade_id = t.id
        WHERE t.id IN ({Statement.List(1, TradeChoice.Count)})
        ORDER BY t.id
        """,
        Ids, "iisimsiiMMTSMTS");

    private static readonly Statement Histories = new(
        $"""
        SELECT trade_id, dts, status_id
        FROM trade_history
        WHERE trade_id IN ({Statement.List(1, TradeChoice.Count)})
        ORDER BY trade_id, dts, status_id
        """,
        Ids, "its");

    /// <summary>The trades that frames 1 to 3 mean: at most twenty, filled up with ids that no trade has.</summary>
    public static async ValueTask<Cell[]> ChooseAsync(Transaction transaction, TradeChoice choice)
    {
        var ids = new Cell[TradeChoice.Count];
        Array.Fill(ids, -1);
        if (choice.Frame == 1)
        {
            for (var place = 0; place < choice.Ids.Count; place++)
            {
                ids[place] = choice.Ids[place];
            }

            return ids;
        }

        var found = choice.Frame == 2
            ? await transaction.QueryAsync(OfAccount, choice.Account, choice.From, choice.To)
            : await transaction.QueryAsync(OfSecurity, choice.Symbol, choice.From, choice.To);
        Transaction.Check(found.Count <= TradeChoice.Count, $"a window has {found.Count} trades");
        for (var row = 0; row < found.Count; row++)
        {
            ids[row] = found[row][0];
        }

        // Rows are changed in the order of their ids, so that two clients do not wait for each other.
        ids.AsSpan(0, found.Count).Sort((left, right) => left.Number.CompareTo(right.Number));
        return ids;
    }

    /// <summary>Reads and tells what is known of the trades.</summary>
    public static async ValueTask TellAsync(Transaction transaction, Cell[] ids)
    {
        var expected = ids.Count(id => id.Number >= 0);
        var details = await transaction.QueryAsync(Details, ids);
        Transaction.Check(details.Count == expected, $"{expected} trades were asked for, {details.Count} came");
        CheckSettled(details);
        transaction.Tell(details);
        var histories = await transaction.QueryAsync(Histories, ids);
        Transaction.Check(
            histories.Count >= expected && histories.Count <= 3 * expected, $"{expected} trades have {histories.Count} steps");
        transaction.Tell(histories);
    }

    /// <summary>A trade that has a price was settled, and in cash where it is a cash trade.</summary>
    private static void CheckSettled(ResultRows details)
    {
        for (var row = 0; row < details.Count; row++)
        {
            var trade = details[row];
            Transaction.Check(
                trade[8].IsNull == trade[9].IsNull && trade[12].IsNull == (trade[8].IsNull || trade[6].Number == 0),
                $"trade {trade[0]} is settled by half");
        }
    }
}
