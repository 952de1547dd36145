using System.Globalization;

namespace AzurePerf.Sql.Data;

/// <summary>How much data there is.</summary>
/// <param name="Customers">A multiple of 100, from 100 to 100,000. Below 1,000 the clients wait for each other's rows.</param>
/// <param name="Days">Trading days with trades before the clients start, 1 to 1,305.</param>
/// <param name="DailyMarketDays">Days with a closing price of each security, 30 to 1,305.</param>
/// <param name="NewsBytes">Of one news item, 100 to 100,000.</param>
public sealed record DataScale(int Customers, int Days, int DailyMarketDays, int NewsBytes)
{
    /// <summary>Trades of an account and day, in 1/1,000: 57.6 of a customer with five accounts.</summary>
    internal const int TradesPerAccountAndDay = 11_520;

    public int Companies => Customers / 2;

    public int Securities => Customers * 685 / 1_000;

    public int Brokers => Customers / 100;

    /// <summary>What is wrong, one sentence each; empty when all is right.</summary>
    public IEnumerable<string> Faults()
    {
        if (Customers is < 100 or > 100_000 || Customers % 100 != 0)
        {
            yield return Text($"customers is {Customers}: give a multiple of 100 from 100 to 100000");
        }

        if (Days is < 1 or > MarketDays.Today)
        {
            yield return Text($"days is {Days}: give 1 to {MarketDays.Today}");
        }

        if (DailyMarketDays is < 30 or > MarketDays.Today)
        {
            yield return Text($"dailyMarketDays is {DailyMarketDays}: give 30 to {MarketDays.Today}");
        }

        if (NewsBytes is < 100 or > 100_000)
        {
            yield return Text($"newsBytes is {NewsBytes}: give 100 to 100000");
        }
    }

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
