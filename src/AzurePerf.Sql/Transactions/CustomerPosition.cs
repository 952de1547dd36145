using System.Runtime.CompilerServices;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>
/// Customer-Position. Frame 1: a customer, by id or tax id, and what the accounts are worth. Frame 2, for half of them: the last ten
/// trades of one account. Frame 3: the end of those without.
/// </summary>
internal static class CustomerPosition
{
    private static readonly Statement ByTaxId = new("SELECT id FROM customer WHERE tax_id = $1 ORDER BY id", "s", "i");

    private static readonly Statement Customer = new(
        """
        SELECT tax_id, status_id, last_name, first_name, initial, gender, tier, born, address_id, phone, mobile, email, second_email
        FROM customer
        WHERE id = $1
        """,
        "i", "ssssssitisSsS");

    private static readonly Statement Accounts = new(
        """
        SELECT a.id, a.balance, coalesce(sum(h.quantity * l.price), 0)
        FROM customer_account a
        LEFT JOIN holding_summary h ON h.account_id = a.id
        LEFT JOIN last_trade l ON l.symbol = h.symbol
        WHERE a.customer_id = $1
        GROUP BY a.id, a.balance
        ORDER BY 3, a.id
        LIMIT 10
        """,
        "i", "imm");

    private static readonly Statement History = new(
        """
        SELECT t.id, t.symbol, t.quantity, st.name, h.dts
        FROM (SELECT id, symbol, quantity FROM trade WHERE account_id = $1 ORDER BY dts DESC, id DESC LIMIT 10) t
        JOIN trade_history h ON h.trade_id = t.id
        JOIN status_type st ON st.id = h.status_id
        ORDER BY h.dts DESC, t.id DESC, h.status_id
        LIMIT 30
        """,
        "i", "isist");

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public static async ValueTask RunAsync(Transaction transaction, CustomerPositionInput input)
    {
        var id = input.Customer;
        if (input.TaxId is { } taxId)
        {
            id = (int)(await transaction.OneAsync(ByTaxId, taxId))[0][0].Number;
            Transaction.Check(id == input.Customer, $"tax id {taxId} is of customer {id}, not of {input.Customer}");
        }

        transaction.Tell(await transaction.OneAsync(Customer, id));
        var accounts = await transaction.QueryAsync(Accounts, id);
        Transaction.Check(accounts.Count is > 0 and <= 10, $"customer {id} has {accounts.Count} accounts");
        transaction.Tell(accounts);
        if (input.AccountPlace < 0)
        {
            transaction.Frame = 3;
            return;
        }

        var account = accounts[input.AccountPlace % accounts.Count][0].Number;
        transaction.Frame = 2;
        var history = await transaction.QueryAsync(History, account);
        Transaction.Check(history.Count is > 9 and <= 30, $"ten trades of account {account} have {history.Count} steps");
        transaction.Tell(history);
    }
}
