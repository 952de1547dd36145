namespace AzurePerf.Imagery.Products;

/// <summary>One product of the archive: an id of one satellite with what its data file says.</summary>
/// <param name="Twin">Id, satellite and first day.</param>
/// <param name="File">What it shares with the product of the other satellite.</param>
public sealed record ImageProduct(Twin Twin, ProductFile File)
{
    public string Id => Twin.Id;

    /// <param name="name">HDF name.</param>
    /// <returns>The data set, or null when the product has none of that name.</returns>
    public DataSet? FindDataSet(string name) => File.DataSets.FirstOrDefault(x => x.Name == name);

    /// <summary>The grid of a data set of this product.</summary>
    public Shape ShapeOf(DataSet dataSet) => File.Shapes.First(x => x.Name == dataSet.Shape);

    /// <summary>The flags of a data set of this product, at the bits that are its own; null without.</summary>
    public Quality? QualityOf(DataSet dataSet) =>
        File.Qualities.FirstOrDefault(x => x.Name == dataSet.Quality) is not { } quality ? null
        : dataSet.QualityBits is { } bits ? quality with { Bits = bits }
        : quality;

    /// <summary>
    /// Whether a granule can carry this day (UTC): not before the first day of the product, and for a composite the first day of a
    /// period, which are counted from 1 January.
    /// </summary>
    public bool IsDay(DateOnly day) => day >= Twin.FirstDay && (day.DayOfYear - 1) % File.PeriodDays == 0;
}
