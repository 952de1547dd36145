using System.Numerics;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Stations;

/// <summary>A product that readings are compared with.</summary>
/// <param name="Name">Names it in the results.</param>
/// <param name="Raster">Its stored values.</param>
/// <param name="Scale">A physical value is this times the stored one,</param>
/// <param name="Offset">plus this.</param>
/// <param name="Begin">The time it is of.</param>
/// <param name="End">The end of that time, the same for a moment.</param>
/// <param name="Quality">Quality of each cell, of the same grid, or null.</param>
public sealed record StationProduct<T>(
    string Name,
    Raster<T> Raster,
    double Scale,
    double Offset,
    DateTimeOffset Begin,
    DateTimeOffset End,
    Raster<ushort>? Quality = null)
    where T : unmanaged, INumber<T>
{
    /// <summary>Matches the readings that lie on the raster and near enough in time, in their order.</summary>
    /// <param name="readings">From the ground.</param>
    /// <param name="apart">How long before or after the product's time a reading may be.</param>
    public IEnumerable<StationMatch> Match(IEnumerable<StationReading> readings, TimeSpan apart)
    {
        foreach (var reading in readings)
        {
            var late = reading.Time < Begin ? reading.Time - Begin : reading.Time > End ? reading.Time - End : TimeSpan.Zero;
            var cell = Raster.Grid.CellAt(reading.Latitude, reading.Longitude);
            if (cell < 0 || late.Duration() > apart)
                continue;
            var (sum, count) = Around(cell);
            yield return new StationMatch(
                reading,
                Name,
                late.TotalMinutes,
                Physical(cell),
                count > 0 ? sum / count : null,
                count,
                Quality is { } quality && !quality.IsFill(quality.Values[cell]) ? quality.Values[cell] : null);
        }
    }

    private (double Sum, int Count) Around(int cell)
    {
        var (columns, rows) = (Raster.Grid.Columns, Raster.Grid.Rows);
        var (column, row) = (cell % columns, cell / columns);
        var (sum, count) = (0.0, 0);
        for (var y = Math.Max(0, row - 1); y <= Math.Min(rows - 1, row + 1); y++)
            for (var x = Math.Max(0, column - 1); x <= Math.Min(columns - 1, column + 1); x++)
                if (Physical(y * columns + x) is { } value)
                    (sum, count) = (sum + value, count + 1);
        return (sum, count);
    }

    private double? Physical(int cell) =>
        Raster.IsFill(Raster.Values[cell]) ? null : Scale * double.CreateTruncating(Raster.Values[cell]) + Offset;
}
