using System.Globalization;
using System.Text;
using AzurePerf.Imagery.Kernels;

namespace AzurePerf.Imagery.Reductions;

/// <summary>
/// A table of how many cells lie in each of 64 classes of equal width, from the smallest value to the largest. The tiles are read twice.
/// All of the tiles counts, also what a map leaves out.
/// </summary>
public sealed class HistogramReduction : IReduction
{
    private const int Classes = 64;

    /// <inheritdoc/>
    public string Name => "histogram";

    /// <inheritdoc/>
    public string Title => "Distribution of the values as a table";

    /// <inheritdoc/>
    public async Task<Reduced> MakeAsync(ReductionInput input, CancellationToken cancellationToken)
    {
        var bounds = ValueBounds.None;
        await foreach (var image in input.ImagesAsync(cancellationToken))
            bounds = bounds.And(image.Physical());
        var (low, high) = bounds.Range();

        var (counts, cells, unit) = (new long[Classes], 0L, "");
        await foreach (var image in input.ImagesAsync(cancellationToken))
        {
            var histogram = RasterHistogram.Of(image.Physical(), low, high, Classes);
            for (var place = 0; place < Classes; place++)
                counts[place] += histogram.Counts[place];
            cells += image.Raster.Grid.CellsOnEarth();
            unit = image.Tags.Unit;
        }

        var text = new StringBuilder("from,to,unit,cells\n");
        for (var place = 0; place < Classes; place++)
            text.Append(CultureInfo.InvariantCulture, $"{Edge(place):R},{Edge(place + 1):R},{unit},{counts[place]}\n");
        return new Reduced(
            [ReducedFile.OfText("histogram.csv", "text/csv", text.ToString())], Math.Min(1, counts.Sum() / (double)Math.Max(1, cells)));

        double Edge(int place) => low + (high - low) * place / Classes;
    }
}
