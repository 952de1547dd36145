using AzurePerf.Sql.Schema;

namespace AzurePerf.Sql.Transactions;

/// <summary>Statements that several of the writing transactions perform.</summary>
internal static class TradeStatements
{
    /// <summary>The sum of the rates by which a customer is taxed.</summary>
    public static readonly Statement OfCustomer = new(
        "SELECT sum(r.rate) FROM customer_taxrate c JOIN taxrate r ON r.id = c.taxrate_id WHERE c.customer_id = $1", "i", "m");

    /// <summary>Of a tier, a type, an exchange and a quantity, per cent.</summary>
    public static readonly Statement Commission = new(
        """
        SELECT rate
        FROM commission_rate
        WHERE tier = $1 AND type_id = $2 AND exchange_id = $3 AND from_quantity <= $4 AND to_quantity >= $4
        """,
        "issi", "m");

    public static readonly Statement InsertHistory = new(
        "INSERT INTO trade_history (trade_id, dts, status_id) VALUES ($1, $2, $3)", "its");
}
