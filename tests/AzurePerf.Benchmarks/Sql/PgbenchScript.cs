using System.Globalization;
using System.Text;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Sql.Data;

namespace AzurePerf.Benchmarks.Sql;

/// <summary>Trade-Status as a script of pgbench: the statements of ours, and an account drawn as ours is.</summary>
internal static class PgbenchScript
{
    private const int AccountBits = 4;
    private const int CustomersPerWord = 15;
    private const int BusyPart = 10;

    /// <param name="options">The data.</param>
    /// <param name="statements">In their order; each has the account as its only parameter.</param>
    public static string Of(SqlOptions options, IReadOnlyList<string> statements)
    {
        var customers = options.Customers;
        var script = new StringBuilder();
        script.Append(CultureInfo.InvariantCulture, $"""
            \set half random(1, 100)
            \set busy 1 + random(0, {(customers / BusyPart) - 1}) * {BusyPart}
            \set customer case when :half <= 50 then random(1, {customers}) else :busy end
            \set accounts {AccountsOf(Words(options), 0)}
            \set account :customer * 10 + random(0, ((:accounts >> ({AccountBits} * (:customer % {CustomersPerWord}))) & 15) - 1)

            """);

        // Ours sends BEGIN together with the first statement.
        script.Append("\\startpipeline\nBEGIN TRANSACTION ISOLATION LEVEL READ COMMITTED;\n");
        script.AppendJoin('\n', statements.Select((text, place) =>
            $"{text.Replace("$1", ":account", StringComparison.Ordinal)};{(place == 0 ? "\n\\endpipeline" : "")}"));
        return script.Append("\nCOMMIT;\n").ToString();
    }

    /// <summary>How many accounts each customer has, of fifteen customers in a number: pgbench has no other list to look them up
    /// in.</summary>
    private static long[] Words(SqlOptions options)
    {
        Dataset data = Brokerage.DataOf(options);
        var words = new long[(options.Customers / CustomersPerWord) + 1];
        for (var customer = 1; customer <= options.Customers; customer++)
        {
            words[customer / CustomersPerWord] |=
                (long)data.AccountsOf(data.Customer(customer)) << (AccountBits * (customer % CustomersPerWord));
        }

        return words;
    }

    /// <summary>An expression that finds the customer's word by halves.</summary>
    private static string AccountsOf(ReadOnlySpan<long> words, int first)
    {
        if (words.Length == 1)
        {
            return words[0].ToString(CultureInfo.InvariantCulture);
        }

        var half = words.Length / 2;
        var (low, high) = (AccountsOf(words[..half], first), AccountsOf(words[half..], first + half));
        return string.Create(
            CultureInfo.InvariantCulture, $"case when :customer < {(first + half) * CustomersPerWord} then ({low}) else ({high}) end");
    }
}
