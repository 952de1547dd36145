using System.Globalization;
using AzurePerf.Benchmarks.Sql;
using AzurePerf.Core.Experiments.Sql;
using Xunit;

namespace AzurePerf.UnitTests.Benchmarks;

public sealed class PgbenchScriptTests
{
    private static readonly SqlScaleOptions Options = new() { Customers = 200 };

    private readonly string[] _lines = PgbenchScript.Of(Options, ["SELECT a\nWHERE id = $1", "SELECT b WHERE id = $1"]).Split('\n');

    [Fact]
    public void BEGIN_travels_with_the_first_statement_and_each_other_alone() => Assert.Equal(
        [
            "\\startpipeline", "BEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED;", "SELECT a", "WHERE id = :account;", "\\endpipeline",
            "SELECT b WHERE id = :account;", "COMMIT;", "",
        ],
        _lines[5..]);

    [Fact]
    public void Every_customer_has_the_accounts_that_the_data_has()
    {
        var data = Brokerage.DataOf(Options);
        var accounts = _lines[3]["\\set accounts ".Length..];

        Assert.All(
            Enumerable.Range(1, Options.Customers),
            customer => Assert.Equal(data.AccountsOf(data.Customer(customer)), (Evaluate(accounts, customer) >> (4 * (customer % 15))) & 15));
    }

    /// <summary>A number, or "case when :customer &lt; N then (A) else (B) end".</summary>
    private static long Evaluate(string expression, int customer)
    {
        const string Start = "case when :customer < ";
        if (!expression.StartsWith(Start, StringComparison.Ordinal))
        {
            return long.Parse(expression, CultureInfo.InvariantCulture);
        }

        var limit = int.Parse(expression.AsSpan(Start.Length, expression.IndexOf(" then (", StringComparison.Ordinal) - Start.Length), CultureInfo.InvariantCulture);
        var low = expression.IndexOf('(', StringComparison.Ordinal) + 1;
        var end = Closing(expression, low);
        var high = expression.IndexOf('(', end) + 1;
        return Evaluate(customer < limit ? expression[low..end] : expression[high..Closing(expression, high)], customer);
    }

    private static int Closing(string expression, int first)
    {
        var open = 1;
        for (var place = first; ; place++)
        {
            open += expression[place] switch { '(' => 1, ')' => -1, _ => 0 };
            if (open == 0)
            {
                return place;
            }
        }
    }
}
