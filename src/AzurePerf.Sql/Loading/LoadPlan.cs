using AzurePerf.Sql.Data;

namespace AzurePerf.Sql.Loading;

/// <summary>Some units of a group, loaded by one connection at once.</summary>
public readonly record struct LoadPart(RowGroup Group, long First, long Count);

/// <summary>
/// Cuts a dataset into parts of 100,000 rows, which cost PostgreSQL less than as many in smaller parts; a small one into some sixteen
/// parts, so that all connections end together. The largest group comes first.
/// </summary>
public static class LoadPlan
{
    private const long MostRowsPerPart = 100_000;
    private const long LeastRowsPerPart = 20_000;
    private const int LeastParts = 16;
    private const long BytesPerPart = 8_000_000;
    private const double RowsPerTrade = 6.8;
    private const int RowsPerCustomer = 130;
    private const int RowsPerCompany = 30;
    private const int FixedRowCount = 15_500;
    private const double AccountsPerCustomer = 5;

    public static IReadOnlyList<LoadPart> Of(Dataset data)
    {
        ArgumentNullException.ThrowIfNull(data);
        var rowsPerPart = Math.Clamp(RowsOf(data) / LeastParts, LeastRowsPerPart, MostRowsPerPart);
        return
        [
            .. Cut(data, RowGroup.Trades, rowsPerPart, (long)(TradesPerCustomer(data) * RowsPerTrade), 0),
            .. Cut(data, RowGroup.Securities, rowsPerPart, data.Scale.DailyMarketDays, 0),
            .. Cut(data, RowGroup.Brokers, rowsPerPart, data.Scale.Days * DataScale.TradesPerAccountAndDay / 1_000 * 500, 0),
            .. Cut(data, RowGroup.Customers, rowsPerPart, RowsPerCustomer, 0),
            .. Cut(data, RowGroup.Companies, rowsPerPart, RowsPerCompany, 2L * data.Scale.NewsBytes),
            .. Cut(data, RowGroup.Fixed, rowsPerPart, 1, 0),
        ];
    }

    /// <summary>About how many rows all tables have together, within a tenth.</summary>
    public static long RowsOf(Dataset data)
    {
        ArgumentNullException.ThrowIfNull(data);
        return FixedRowCount + (long)(data.UnitsOf(RowGroup.Customers) * (RowsPerCustomer + (TradesPerCustomer(data) * RowsPerTrade)))
            + (data.UnitsOf(RowGroup.Securities) * data.Scale.DailyMarketDays)
            + (data.UnitsOf(RowGroup.Companies) * RowsPerCompany);
    }

    private static double TradesPerCustomer(Dataset data) =>
        (double)data.Scale.Days * DataScale.TradesPerAccountAndDay / 1_000 * AccountsPerCustomer;

    private static IEnumerable<LoadPart> Cut(Dataset data, RowGroup group, long rowsPerPart, long rowsPerUnit, long bytesPerUnit)
    {
        var units = data.UnitsOf(group);
        var byBytes = bytesPerUnit == 0 ? long.MaxValue : BytesPerPart / bytesPerUnit;
        var size = Math.Max(1, Math.Min(rowsPerPart / Math.Max(1, rowsPerUnit), byBytes));
        for (var first = 0L; first < units; first += size)
        {
            yield return new(group, first, Math.Min(size, units - first));
        }
    }
}
