using System.Globalization;
using AzurePerf.Sql.Schema;

namespace AzurePerf.Sql.Data;

/// <summary>Companies, securities, their prices and news.</summary>
internal static class MarketRows
{
    public const int Quarters = 20;
    public const int NewsPerCompany = 2;
    private const int FirstYear = 2005;
    private static readonly int[] Competitors = [1, 7, 13];
    private static readonly string[] Ratings = ["AAA", "AA", "A", "BBB", "BB", "B"];

    /// <summary>The key of a company's address.</summary>
    public static int AddressOfCompany(int company) => Words.Exchanges.Length + 1 + company;

    public static int AddressOfCustomer(Dataset data, int customer) => Words.Exchanges.Length + data.Scale.Companies + customer;

    public static void WriteAddress(Dataset data, int id, IRowSink sink)
    {
        var draws = Draws.Of(data.Seed, DrawFor.Address, id);
        sink.Add(
            Tables.Address,
            [
                id, Words.Street(ref draws),
                draws.Percent(30) ? string.Create(CultureInfo.InvariantCulture, $"Floor {draws.Between(1, 20)}") : Cell.Null,
                FixedRows.ZipCode(draws.Below(FixedRows.ZipCodes)), draws.Percent(80) ? "Norland" : "Sudland",
            ]);
    }

    public static void WriteCompany(Dataset data, int company, IRowSink sink)
    {
        var draws = Draws.Of(data.Seed, DrawFor.Company, company);
        var id = company + 1;
        var (first, last) = Words.Person(ref draws);
        WriteAddress(data, AddressOfCompany(company), sink);
        sink.Add(
            Tables.Company,
            [
                id, "ACTV", Dataset.CompanyName(company), FixedRows.IndustryId(company % FixedRows.Industries), draws.Of(Ratings),
                $"{first} {last}", AddressOfCompany(company), Words.Sentence(ref draws, 120),
                MarketDays.Date(0) - (draws.Between(1_000, 40_000) * MarketDays.Day),
            ]);
        foreach (var (other, industry) in Competitors.Select(step => (company + step) % data.Scale.Companies).Order()
            .Select(other => (other, other % FixedRows.Industries)))
        {
            sink.Add(Tables.CompanyCompetitor, [id, other + 1, FixedRows.IndustryId(industry)]);
        }

        WriteQuarters(data, company, sink);
        WriteNews(data, company, sink);
    }

    public static void WriteSecurity(Dataset data, int security, IRowSink sink)
    {
        var draws = Draws.Of(data.Seed, DrawFor.Security, security);
        var symbol = data.Symbols[security];
        var now = data.Prices.At(security, 0);
        var listed = MarketDays.Date(0) - (draws.Between(10, 9_000) * MarketDays.Day);
        sink.Add(
            Tables.Security,
            [
                symbol, data.IssueOf(security), "ACTV", data.SecurityName(security), Words.Exchanges[data.ExchangeOf(security)],
                data.CompanyOf(security) + 1, SharesOf(data, security), listed, listed, draws.Between(5, 40) * Money.One,
                now + (now / 4), MarketDays.Date(MarketDays.Today - draws.Between(1, 30)), now - (now / 4),
                MarketDays.Date(MarketDays.Today - draws.Between(1, 30)), draws.Between(0, 300) * 100, draws.Between(0, 900) * 10,
            ]);
        WriteDays(data, security, sink);
        var opened = data.Prices.At(security, Prices.TickOf(MarketDays.Today - 1, 0));
        sink.Add(Tables.LastTrade, [symbol, MarketDays.At(MarketDays.Today, 0), now, opened, (long)draws.Between(1_000, 1_000_000)]);
    }

    public static long SharesOf(Dataset data, int security) =>
        Draws.Of(data.Seed, DrawFor.Security, security, 1).Between(1_000, 1_000_000) * 1_000L;

    private static void WriteDays(Dataset data, int security, IRowSink sink)
    {
        for (var day = MarketDays.Today - data.Scale.DailyMarketDays; day < MarketDays.Today; day++)
        {
            var draws = Draws.Of(data.Seed, DrawFor.Daily, security, day);
            var close = data.Prices.At(security, Prices.TickOf(day, MarketDays.Session - 1));
            var spread = close / 100 * draws.Between(1, 5);
            sink.Add(
                Tables.DailyMarket,
                [data.Symbols[security], MarketDays.Date(day), close, close + spread, close - spread, draws.Between(1_000, 10_000_000)]);
        }
    }

    private static void WriteQuarters(Dataset data, int company, IRowSink sink)
    {
        var draws = Draws.Of(data.Seed, DrawFor.Financial, company);
        var shares = draws.Between(1_000, 1_000_000) * 1_000L;
        for (var quarter = 0; quarter < Quarters; quarter++)
        {
            var revenue = draws.Between(1_000, 900_000) * 1_000 * Money.One;
            var earnings = revenue / 100 * draws.Between(1, 25);
            sink.Add(
                Tables.Financial,
                [
                    company + 1, FirstYear + (quarter / 4), (quarter % 4) + 1, MarketDays.Date(0) + (quarter * 91 * MarketDays.Day),
                    revenue, earnings,
                    Money.Share(earnings, 1, shares), Money.Share(earnings, 1, shares + 50_000), Money.Share(earnings, Money.One, revenue),
                    revenue / 5, revenue * 2, revenue / 2, shares, shares + 50_000,
                ]);
        }
    }

    private static void WriteNews(Dataset data, int company, IRowSink sink)
    {
        for (var number = 0; number < NewsPerCompany; number++)
        {
            var id = (company * NewsPerCompany) + number + 1;
            var draws = Draws.Of(data.Seed, DrawFor.News, id);
            var (first, last) = Words.Person(ref draws);
            sink.Add(
                Tables.NewsItem,
                [
                    id, Words.Sentence(ref draws, 60), Words.Sentence(ref draws, 200), data.News.Of(id),
                    MarketDays.At(MarketDays.Today - draws.Between(1, 50), draws.Below(MarketDays.Session) * MarketDays.Second),
                    $"{Words.Exchanges[company % Words.Exchanges.Length]} NEWS", draws.Percent(80) ? $"{first} {last}" : Cell.Null,
                ]);
            sink.Add(Tables.NewsXref, [company + 1, id]);
        }
    }
}
