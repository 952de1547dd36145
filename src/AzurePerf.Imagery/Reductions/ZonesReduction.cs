using System.Globalization;
using System.Text;
using AzurePerf.Imagery.Kernels;

namespace AzurePerf.Imagery.Reductions;

/// <summary>
/// A table of what the cells between two parallels have in common, for each degree of latitude that the tiles reach: mean weighted by area,
/// smallest and largest value, cells with a value, and their share. All of the tiles counts, also what a map leaves out.
/// </summary>
public sealed class ZonesReduction : IReduction
{
    private const double Degrees = 1;

    /// <inheritdoc/>
    public string Name => "zones";

    /// <inheritdoc/>
    public string Title => "Means by latitude as a table";

    /// <inheritdoc/>
    public async Task<Reduced> MakeAsync(ReductionInput input, CancellationToken cancellationToken)
    {
        var zones = new ZonalMeans(Degrees);
        var (filled, cells, unit) = (0L, 0L, "");
        await foreach (var image in input.ImagesAsync(cancellationToken))
        {
            var values = image.Physical();
            zones.Add(values);
            filled += values.Values.LongCount(value => !double.IsNaN(value));
            cells += values.Grid.CellsOnEarth();
            unit = image.Tags.Unit;
        }

        var text = new StringBuilder("south,north,mean,min,max,unit,cells,coverage\n");
        foreach (var zone in zones.ToList())
        {
            text.Append(CultureInfo.InvariantCulture, $"{zone.South:R},{zone.North:R},");
            text.Append(zone.Cells == 0 ? ",," : string.Create(CultureInfo.InvariantCulture, $"{zone.Mean:R},{zone.Min:R},{zone.Max:R}"));
            text.Append(CultureInfo.InvariantCulture, $",{unit},{zone.Cells},{zone.Coverage:R}\n");
        }

        var table = ReducedFile.OfText("zones.csv", "text/csv", text.ToString());
        return new Reduced([table], Math.Min(1, filled / (double)Math.Max(1, cells)));
    }
}
