using AzurePerf.Imagery.Images;

namespace AzurePerf.Imagery.Stations;

/// <summary>An image that readings are compared with.</summary>
/// <param name="Name">Names it in the results.</param>
/// <param name="Image">Its values.</param>
/// <param name="Times">The times it is of, at least one: of swaths those of its granules.</param>
/// <param name="Quality">The choice of quality flags that its cells passed; empty where the product has none.</param>
public sealed record StationProduct(string Name, StoredImage Image, IReadOnlyList<StationTime> Times, string Quality)
{
    /// <summary>What the image has of the place of a reading; one that lies outside of it gets no image.</summary>
    public StationMatch Match(StationReading reading)
    {
        var cell = Image.Raster.Grid.CellAt(reading.Latitude, reading.Longitude);
        if (cell < 0)
            return new StationMatch(reading);
        var (sum, count) = Around(cell);
        return new StationMatch(reading)
        {
            Image = Name,
            Time = StationTime.Nearest(Times, reading.Time),
            Nearest = Physical(cell),
            Around = count > 0 ? sum / count : null,
            CellsAround = count,
            Quality = Quality,
        };
    }

    private (double Sum, int Count) Around(int cell)
    {
        var (columns, rows) = (Image.Raster.Grid.Columns, Image.Raster.Grid.Rows);
        var (column, row) = (cell % columns, cell / columns);
        var (sum, count) = (0.0, 0);
        for (var y = Math.Max(0, row - 1); y <= Math.Min(rows - 1, row + 1); y++)
            for (var x = Math.Max(0, column - 1); x <= Math.Min(columns - 1, column + 1); x++)
                if (Physical(y * columns + x) is { } value)
                    (sum, count) = (sum + value, count + 1);
        return (sum, count);
    }

    private double? Physical(int cell) => Image.Raster.Values[cell] is var stored && Image.Raster.IsFill(stored)
        ? null
        : Image.Tags.Scale * stored + Image.Tags.Offset;
}
