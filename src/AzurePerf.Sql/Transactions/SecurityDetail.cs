using System.Runtime.CompilerServices;
using AzurePerf.Sql.Schema;
using AzurePerf.Sql.Workload;

namespace AzurePerf.Sql.Transactions;

/// <summary>Security-Detail, one frame: a security, its company, its prices and the news.</summary>
internal static class SecurityDetail
{
    private static readonly Statement Company = new(
        """
        SELECT c.id, s.name, s.shares, s.issued, s.listed, s.price_earnings, s.high, s.high_on, s.low, s.low_on, s.dividend, s.yield,
            c.name, c.rating, c.chief, c.description, c.founded,
            ca.line1, ca.line2, ca.zip_code, ca.country, cz.town, cz.division,
            e.name, e.securities, e.opens, e.closes, e.description,
            ea.line1, ea.line2, ea.zip_code, ea.country, ez.town, ez.division
        FROM security s
        JOIN company c ON c.id = s.company_id
        JOIN address ca ON ca.id = c.address_id
        JOIN zip_code cz ON cz.code = ca.zip_code
        JOIN exchange e ON e.id = s.exchange_id
        JOIN address ea ON ea.id = e.address_id
        JOIN zip_code ez ON ez.code = ea.zip_code
        WHERE s.symbol = $1
        """,
        "s", "isittmmtmtmm" + "sssst" + "sSssss" + "siiis" + "sSssss");

    private static readonly Statement Competitors = new(
        """
        SELECT c.name, i.name
        FROM company_competitor x
        JOIN company c ON c.id = x.competitor_id
        JOIN industry i ON i.id = x.industry_id
        WHERE x.company_id = $1
        ORDER BY c.id, i.id
        LIMIT 3
        """,
        "i", "ss");

    private static readonly Statement Quarters = new(
        """
        SELECT year, quarter, starts, revenue, earnings, per_share, diluted_per_share, margin, inventory, assets, debt,
            shares, diluted_shares
        FROM financial
        WHERE company_id = $1
        ORDER BY year, quarter
        LIMIT 20
        """,
        "i", "iitmmmmmmmmii");

    private static readonly Statement Days = new(
        """
        SELECT day, close_price, high, low, volume
        FROM daily_market
        WHERE symbol = $1 AND day >= $2
        ORDER BY day
        LIMIT $3
        """,
        "sti", "tmmmi");

    private static readonly Statement LastTrade = new(
        "SELECT price, open_price, volume, dts FROM last_trade WHERE symbol = $1", "s", "mmit");

    private static readonly Statement News = new(
        """
        SELECT n.dts, n.source, n.author, n.headline, n.summary
        FROM news_xref x
        JOIN news_item n ON n.id = x.news_id
        WHERE x.company_id = $1
        ORDER BY n.id
        LIMIT 2
        """,
        "i", "tsSss");

    private static readonly Statement FullNews = new(
        """
        SELECT n.dts, n.source, n.author, n.item
        FROM news_xref x
        JOIN news_item n ON n.id = x.news_id
        WHERE x.company_id = $1
        ORDER BY n.id
        LIMIT 2
        """,
        "i", "tsSs");

    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder))]
    public static async ValueTask RunAsync(Transaction transaction, SecurityDetailInput input)
    {
        var security = await transaction.OneAsync(Company, input.Symbol);
        var company = security[0][0].Number;
        transaction.Tell(security);
        Tell(transaction, await transaction.QueryAsync(Competitors, company), 3, "competitors");
        Tell(transaction, await transaction.QueryAsync(Quarters, company), 20, "quarters");
        Tell(transaction, await transaction.QueryAsync(Days, input.Symbol, input.FirstDay, input.Days), input.Days, "days");
        transaction.Tell(await transaction.OneAsync(LastTrade, input.Symbol));
        Tell(transaction, await transaction.QueryAsync(input.FullNews ? FullNews : News, company), 2, "news");
    }

    private static void Tell(Transaction transaction, Engines.ResultRows rows, int expected, string what)
    {
        Transaction.Check(rows.Count == expected, $"{expected} {what} were expected, {rows.Count} came");
        transaction.Tell(rows);
    }
}
