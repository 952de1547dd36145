using AzurePerf.Sql.Data;
using AzurePerf.Sql.Engines;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Checks;

/// <summary>A condition that does not hold.</summary>
/// <param name="Condition">What should be, as a sentence.</param>
/// <param name="Key">Of the first row that breaks it.</param>
public sealed record Violation(string Condition, string Key)
{
    public override string ToString() => $"{Condition}: not so for {Key}";
}

/// <summary>What must hold between the tables whenever no transaction is under way, however many were performed.</summary>
public static class ConsistencyCheck
{
    private static readonly (string Condition, Statement Broken)[] Conditions =
    [
        ("a position is the sum of its lots", new(
            """
            SELECT p.account_id, p.symbol
            FROM holding_summary p
            LEFT JOIN (SELECT account_id, symbol, sum(quantity) AS lots FROM holding GROUP BY account_id, symbol) h
                ON h.account_id = p.account_id AND h.symbol = p.symbol
            WHERE h.lots IS NULL OR h.lots <> p.quantity
            ORDER BY 1, 2 LIMIT 1
            """,
            "", "is")),
        ("a lot is what its history left of it", new(
            """
            SELECT x.id
            FROM (
                SELECT holding_trade_id AS id, sum(quantity_after - quantity_before) AS rest
                FROM holding_history GROUP BY holding_trade_id) x
            LEFT JOIN holding h ON h.trade_id = x.id
            WHERE x.rest <> coalesce(h.quantity, 0)
            ORDER BY 1 LIMIT 1
            """,
            "", "i")),
        ("the lots that a completed trade changed make up its shares", new(
            """
            SELECT t.id
            FROM trade t
            JOIN trade_type y ON y.id = t.type_id
            LEFT JOIN (
                SELECT trade_id, sum(quantity_after - quantity_before) AS moved
                FROM holding_history GROUP BY trade_id) x ON x.trade_id = t.id
            WHERE coalesce(x.moved, 0) <> CASE WHEN t.status_id <> 'CMPT' THEN 0 WHEN y.is_sell = 1 THEN -t.quantity ELSE t.quantity END
            ORDER BY 1 LIMIT 1
            """,
            "", "i")),
        ("a broker's counter is the number of the completed trades", new(
            """
            SELECT b.id
            FROM broker b
            LEFT JOIN (
                SELECT a.broker_id, count(*) AS trades
                FROM trade t JOIN customer_account a ON a.id = t.account_id
                WHERE t.status_id = 'CMPT' GROUP BY a.broker_id) x ON x.broker_id = b.id
            WHERE b.trades <> coalesce(x.trades, 0)
            ORDER BY 1 LIMIT 1
            """,
            "", "i")),
        ("a broker's commission is that of the completed trades", new(
            """
            SELECT b.id
            FROM broker b
            LEFT JOIN (
                SELECT a.broker_id, sum(t.commission) AS commission
                FROM trade t JOIN customer_account a ON a.id = t.account_id
                WHERE t.status_id = 'CMPT' GROUP BY a.broker_id) x ON x.broker_id = b.id
            WHERE b.commission <> coalesce(x.commission, 0)
            ORDER BY 1 LIMIT 1
            """,
            "", "i")),
        ("a trade is settled when, and only when, it is completed", new(
            """
            SELECT t.id
            FROM trade t
            LEFT JOIN settlement s ON s.trade_id = t.id
            WHERE (t.status_id = 'CMPT' AND s.trade_id IS NULL) OR (t.status_id <> 'CMPT' AND s.trade_id IS NOT NULL)
            ORDER BY 1 LIMIT 1
            """,
            "", "i")),
        ("a settlement is value, less charge, commission and the tax that is held back", new(
            """
            SELECT t.id
            FROM trade t
            JOIN trade_type y ON y.id = t.type_id
            JOIN customer_account a ON a.id = t.account_id
            JOIN settlement s ON s.trade_id = t.id
            WHERE s.amount <> CASE WHEN y.is_sell = 1 THEN t.quantity * t.price ELSE -t.quantity * t.price END
                - t.charge - t.commission - CASE WHEN a.tax_status = 1 THEN t.tax ELSE 0 END
            ORDER BY 1 LIMIT 1
            """,
            "", "i")),
        ("cash is what was settled of each cash trade, and of no other", new(
            """
            SELECT t.id
            FROM trade t
            LEFT JOIN settlement s ON s.trade_id = t.id
            LEFT JOIN cash_transaction c ON c.trade_id = t.id
            WHERE (t.is_cash = 1 AND coalesce(s.amount, 0) <> coalesce(c.amount, 0)) OR (t.is_cash = 0 AND c.trade_id IS NOT NULL)
                OR (t.is_cash = 1 AND s.trade_id IS NOT NULL AND c.trade_id IS NULL)
            ORDER BY 1 LIMIT 1
            """,
            "", "i")),
        ("an order waits for a price when, and only when, it is pending", new(
            """
            SELECT t.id
            FROM trade t
            LEFT JOIN trade_request r ON r.trade_id = t.id
            WHERE (t.status_id = 'PNDG' AND r.trade_id IS NULL) OR (t.status_id <> 'PNDG' AND r.trade_id IS NOT NULL)
            ORDER BY 1 LIMIT 1
            """,
            "", "i")),
        ("a trade has a step in its history for each state that it was in", new(
            """
            SELECT t.id
            FROM trade t
            JOIN trade_type y ON y.id = t.type_id
            LEFT JOIN (SELECT trade_id, count(*) AS steps FROM trade_history GROUP BY trade_id) h ON h.trade_id = t.id
            WHERE coalesce(h.steps, 0) <> CASE t.status_id WHEN 'PNDG' THEN 1 WHEN 'SBMT' THEN 2 ELSE 3 END - y.is_market
            ORDER BY 1 LIMIT 1
            """,
            "", "i")),
    ];

    private const string BalanceCondition = "a balance is the opening one and all cash since";

    private static readonly Statement Balances = new(
        """
        SELECT a.id, a.balance, coalesce(x.paid, 0)
        FROM customer_account a
        LEFT JOIN (
            SELECT t.account_id, sum(c.amount) AS paid
            FROM trade t JOIN cash_transaction c ON c.trade_id = t.id
            WHERE t.id >= $1 GROUP BY t.account_id) x ON x.account_id = a.id
        ORDER BY a.id
        """,
        "i", "imm");

    /// <summary>What is checked, as sentences.</summary>
    internal static IReadOnlyList<string> Sentences { get; } = [.. Conditions.Select(condition => condition.Condition), BalanceCondition];

    /// <summary>Checks all conditions and names the first row that breaks each.</summary>
    /// <param name="session">Of a database where nothing is under way.</param>
    /// <param name="data">That was loaded into it.</param>
    /// <param name="cancellationToken">Ends it.</param>
    public static async Task<IReadOnlyList<Violation>> FindAsync(ISqlSession session, Dataset data, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(session);
        ArgumentNullException.ThrowIfNull(data);
        var violations = new List<Violation>();
        await session.BeginAsync(TransactionType.TradeStatus, cancellationToken);
        foreach (var (condition, broken) in Conditions)
        {
            var rows = await session.QueryAsync(broken, cancellationToken);
            if (rows.Count > 0)
            {
                violations.Add(new(condition, string.Join(' ', rows[0].ToArray())));
            }
        }

        var balances = await session.QueryAsync(Balances, cancellationToken, InputSource.IdsPerClient);
        for (var row = 0; row < balances.Count; row++)
        {
            var (id, balance, paid) = (balances[row][0].Number, balances[row][1].Number, balances[row][2].Number);
            if (balance != data.Account(id).Opening + paid)
            {
                violations.Add(new(BalanceCondition, $"{id}"));
                break;
            }
        }

        await session.RollbackAsync(cancellationToken);
        return violations;
    }
}
