using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Hdf4;
using AzurePerf.Imagery.Kernels;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Sources.Made;

/// <summary>
/// Writes the grids of a made tile: the field and its vegetation at the centre of each cell that a swath of the day saw. Which ones it saw
/// is decided for cells of about 9 km by pixels of 10 km. Of a product of several days, or of both satellites, every cell was seen.
/// </summary>
internal sealed class MadeTileFile
{
    private const int SeenCells = 120;
    private const int SeenCoarseness = 10;
    private const int GranulesOfDay = 288;
    private const double GranuleSeconds = 300;

    /// <summary>Cosine of the angle from the first pixel of a swath beyond which it does not reach a tile, of some 4,500 km.</summary>
    private const double Reach = 0.76;

    private readonly MadeSettings _settings;
    private readonly ImageProduct _product;
    private readonly SinusoidalTile _tile;
    private readonly TrueField _field;
    private readonly MadeVegetation _vegetation;
    private readonly List<(SwathGeometry Geometry, double[] Sun)> _swaths = [];

    public MadeTileFile(MadeSettings settings, ImageProduct product, DateOnly day, SinusoidalTile tile)
    {
        (_settings, _product, _tile) = (settings, product, tile);
        (_field, _vegetation) = (new TrueField(settings.Seed), new MadeVegetation(settings.Seed, day));
        if (SeesAll)
            return;
        var orbit = MadeOrbit.Of(product.Twin.Platform, day, SeenCoarseness);
        var (declination, places) = (Orbit.Declination(day), Positions(tile.Grid(4)).ToArray());
        for (var granule = 0; granule < GranulesOfDay; granule++)
        {
            var second = granule * GranuleSeconds;
            if (!IsNear(orbit.Swath(second, scans: 1), places))
                continue;
            var pixels = orbit.Swath(second, orbit.Scans);
            var sun = new double[pixels.Latitude.Length];
            for (var pixel = 0; pixel < sun.Length; pixel++)
                sun[pixel] = Orbit.SunElevationSine(pixels.Latitude[pixel], pixels.Longitude[pixel], second, declination);
            _swaths.Add((pixels, sun));
        }
    }

    private bool SeesAll => _product.File.PeriodDays > 1 || _product.Twin.Platform == Platform.Combined;

    /// <summary>Whether any part of a tile lies on the Earth.</summary>
    public static bool IsOnEarth(SinusoidalTile tile) => Positions(tile.Grid(60)).Any();

    /// <summary>Adds all data sets and says how they hang together.</summary>
    public HdfEosStructure AddTo(Hdf4Writer writer)
    {
        var grids = new List<HdfEosGrid>();
        foreach (var shape in _product.File.Shapes)
        {
            var sets = _product.File.DataSets.Where(set => set.Shape == shape.Name && MadeQuantity.Of(set.Name) is not null).ToArray();
            if (sets.Length > 0)
                grids.Add(Add(writer, shape, sets));
        }

        return new(grids, []);
    }

    private HdfEosGrid Add(Hdf4Writer writer, Shape shape, DataSet[] sets)
    {
        var (owner, cells) = ($"MODIS_Grid_{shape.Name}", shape.Rows / _settings.Coarseness);
        var grid = _tile.Grid(cells);
        var fields = new MadeFields(_product, writer, owner);
        foreach (var set in sets)
            fields.Add(set, ["YDim", "XDim"], [cells, cells], Values(grid, MadeQuantity.Of(set.Name)!));
        return new(owner, cells, cells, (grid.Left, grid.Top), (grid.Right, grid.Bottom), "GCTP_SNSOID",
            [ProjectionFormulas.SphereRadius, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], -1, [], fields.Finish());
    }

    private double[] Values(Grid grid, MadeQuantity quantity)
    {
        var (values, seen) = (new double[grid.Cells], Seen(quantity));
        for (var cell = 0; cell < values.Length; cell++)
        {
            var (row, column) = (cell / grid.Columns, cell % grid.Columns);
            var from = row * SeenCells / grid.Rows * SeenCells + column * SeenCells / grid.Columns;
            values[cell] = seen(from) && grid.Position(column + 0.5, row + 0.5) is var (latitude, longitude)
                ? quantity.At(_field, _vegetation, latitude, longitude)
                : double.NaN;
        }

        return values;
    }

    private Func<int, bool> Seen(MadeQuantity quantity)
    {
        if (SeesAll)
            return _ => true;
        if (_swaths.Count == 0)
            return _ => false;
        var selection = SwathToTile.Select(
            [.. _swaths.Select(swath => (swath.Geometry, Array.ConvertAll(swath.Sun, quantity.IsMeasuredAt)))],
            _tile.Grid(SeenCells), MergeRule.Nearest);
        return cell => selection.Of(cell) is not null;
    }

    private static bool IsNear(SwathGeometry scan, (double Latitude, double Longitude)[] places)
    {
        var middle = scan.Samples / 2;
        return places.Any(place => Imagery.Numerics.Vector3.Of(place.Latitude, place.Longitude)
            .Dot(Imagery.Numerics.Vector3.Of(scan.Latitude[middle], scan.Longitude[middle])) > Reach);
    }

    // Of the centres of cells; a plane of the whole Earth has places that show none.
    private static IEnumerable<(double Latitude, double Longitude)> Positions(Grid grid)
    {
        for (var row = 0; row < grid.Rows; row++)
            for (var column = 0; column < grid.Columns; column++)
                if (grid.Position(column + 0.5, row + 0.5) is { } position)
                    yield return position;
    }
}
