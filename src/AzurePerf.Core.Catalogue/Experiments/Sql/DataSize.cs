namespace AzurePerf.Core.Experiments.Sql;

/// <summary>About how many bytes a brokerage's data take on a server, rows and indexes, before anybody makes them. The sizes were fitted to
/// what the generator writes.</summary>
internal static class DataSize
{
    private const double Fixed = 8e5;
    private const double OfCustomer = 19_600;
    private const double OfTrade = 910;
    private const double OfClosingPrice = 115;
    private const double SecuritiesPerCustomer = 0.685;
    private const double TradesPerCustomerAndDay = 57.6;

    /// <summary>Pages are filled to nine tenths.</summary>
    private const double Filled = 0.9;

    /// <summary>PostgreSQL compresses a long text to a little over a half.</summary>
    private const int LongText = 2_000;
    private const double Compressed = 0.6;

    public static double BytesOf(int customers, int days, int dailyMarketDays, int newsBytes) => Fixed + (customers * (
        OfCustomer
        + (TradesPerCustomerAndDay * days * OfTrade)
        + (SecuritiesPerCustomer * dailyMarketDays * OfClosingPrice)
        + (newsBytes * (newsBytes < LongText ? 1 : Compressed) / Filled)));
}
