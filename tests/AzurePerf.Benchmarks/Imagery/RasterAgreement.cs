namespace AzurePerf.Benchmarks.Imagery;

/// <summary>How far two sides drew the same, cell by cell; a cell with 0 is empty.</summary>
/// <param name="Equal">The share of cells whose values are the same, empty or not.</param>
/// <param name="FilledOurs">Cells that are not empty.</param>
/// <param name="FilledTheirs">Cells that are not empty.</param>
internal readonly record struct RasterAgreement(double Equal, int FilledOurs, int FilledTheirs)
{
    /// <summary>Today 0.42, as gdalwarp -geoloc chooses other pixels of a swath for many cells; an empty image would have 0.19.</summary>
    private const double LeastOfImage = 0.4;

    private const double LeastOfMap = 0.999;

    /// <summary>Whether neither picture is wrong, so far as the other side can tell.</summary>
    public static bool Suffices(RasterAgreement image, RasterAgreement map) => image.Equal >= LeastOfImage && map.Equal >= LeastOfMap;

    /// <param name="ours">Row by row.</param>
    /// <param name="theirs">As many.</param>
    public static RasterAgreement Of(ushort[] ours, ushort[] theirs) => new(
        ours.Zip(theirs).Count(pair => pair.First == pair.Second) / (double)Math.Max(ours.Length, theirs.Length),
        ours.Count(value => value != 0),
        theirs.Count(value => value != 0));
}
