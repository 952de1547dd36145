using System.Runtime.CompilerServices;
using AzurePerf.Sql.Data;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>Market-Watch, one frame: how the value of some companies changed since a past day.</summary>
internal static class MarketWatch
{
    private const string Sums = """
        SELECT count(*), coalesce(sum(l.price * s.shares), 0), coalesce(sum(d.close_price * s.shares), 0)
        FROM
        """;

    private const string Prices = """
        JOIN last_trade l ON l.symbol = s.symbol
        JOIN daily_market d ON d.symbol = s.symbol AND d.day = $2
        """;

    private static readonly Statement OfWatchList = new(
        $"""
        {Sums} watch_list w
        JOIN watch_item i ON i.list_id = w.id
        JOIN security s ON s.symbol = i.symbol
        {Prices}
        WHERE w.customer_id = $1
        """,
        "it", "imm");

    private static readonly Statement OfHoldings = new(
        $"""
        {Sums} holding_summary h
        JOIN security s ON s.symbol = h.symbol
        {Prices}
        WHERE h.account_id = $1
        """,
        "it", "imm");

    private static readonly Statement OfIndustry = new(
        $"""
        {Sums} industry i
        JOIN company c ON c.industry_id = i.id
        JOIN security s ON s.company_id = c.id
        {Prices}
        WHERE i.name = $1 AND c.id BETWEEN $3 AND $4
        """,
        "stii", "imm");

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public static async ValueTask RunAsync(Transaction transaction, MarketWatchInput input)
    {
        var sums = await (input switch
        {
            { Customer: { } customer } => transaction.OneAsync(OfWatchList, customer, input.Day),
            { Account: { } account } => transaction.OneAsync(OfHoldings, account, input.Day),
            _ => transaction.OneAsync(OfIndustry, input.Industry, input.Day, input.FirstCompany, input.LastCompany),
        });
        var (count, now, then) = (sums[0][0].Number, sums[0][1].Number, sums[0][2].Number);
        Transaction.Check(count > 0 || input.Customer is null, $"customer {input.Customer} watches nothing");
        Transaction.Check((count == 0) == (then == 0), $"{count} securities were worth {then}");
        transaction.Tell(count, then == 0 ? 0 : Money.Share(now - then, Money.Percent, then));
    }
}
