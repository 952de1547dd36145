using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Hdf4;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Sources.Made;

/// <summary>Writes the swath of a made granule: positions, and what was measured of the field below the orbit.</summary>
internal sealed class MadeSwathFile
{
    private const string Owner = "MODIS_Swath";

    /// <summary>The share of scans that are lost as a whole.</summary>
    private const double LostScans = 0.02;

    private readonly ImageProduct _product;
    private readonly TrueField _field;
    private readonly SwathGeometry _pixels;
    private readonly double[] _sun;
    private readonly bool[] _lost;

    public MadeSwathFile(MadeSettings settings, ImageProduct product, DateOnly day, TimeOnly time)
    {
        (_product, _field) = (product, new TrueField(settings.Seed));
        var orbit = MadeOrbit.Of(product.Twin.Platform, day, settings.Coarseness);
        var second = time.ToTimeSpan().TotalSeconds;
        _pixels = orbit.Swath(second, orbit.Scans);
        var declination = Orbit.Declination(day);
        _sun = new double[_pixels.Latitude.Length];
        var perScan = _pixels.LinesPerScan * _pixels.Samples;
        for (var pixel = 0; pixel < _sun.Length; pixel++)
        {
            var seen = second + pixel / perScan * orbit.ScanStep;
            _sun[pixel] = Orbit.SunElevationSine(_pixels.Latitude[pixel], _pixels.Longitude[pixel], seen, declination);
        }

        // All products of one satellite lose the same scans.
        var random = new Random(unchecked((settings.Seed * 397 ^ day.DayNumber) * 397 ^ (int)second + (int)product.Twin.Platform));
        _lost = new bool[orbit.Scans];
        for (var scan = 0; scan < _lost.Length; scan++)
            _lost[scan] = random.NextDouble() < LostScans;
    }

    /// <summary>Adds all data sets and says how they hang together.</summary>
    public HdfEosStructure AddTo(Hdf4Writer writer)
    {
        var (geolocation, data) = (new MadeFields(_product, writer, Owner), new MadeFields(_product, writer, Owner));
        var axes = new Dictionary<string, int>(StringComparer.Ordinal);
        var maps = new List<HdfEosDimensionMap>();
        foreach (var shape in _product.File.Shapes.OrderBy(shape => shape.Geolocation!.Increment))
            AddPositions(geolocation, shape, axes, maps);
        foreach (var set in _product.File.DataSets)
            if (MadeQuantity.Of(set.Name) is { } quantity)
                AddData(data, set, quantity, axes);
        var geoFields = geolocation.Finish();
        return new([], [new(Owner, [.. axes.Select(axis => new Hdf4Dimension(axis.Key, axis.Value))], maps, geoFields, data.Finish())]);
    }

    private static int PixelsOf(Shape shape) => (int)Math.Round(shape.ResolutionMetres / 1000);

    private static string[] AxesOf(string shape) => [$"Lines_{shape}", $"Pixels_{shape}"];

    // Positions lie on each cell, on each cell of another shape that is listed too, or on some cells and have axes of their own.
    private void AddPositions(MadeFields fields, Shape shape, Dictionary<string, int> axes, List<HdfEosDimensionMap> maps)
    {
        var (geolocation, pixels) = (shape.Geolocation!, PixelsOf(shape));
        var (rows, columns) = (_pixels.Lines / pixels, _pixels.Samples / pixels);
        var names = AxesOf(shape.Name);
        (axes[names[0]], axes[names[1]]) = (rows, columns);
        if (geolocation.Increment == 1)
        {
            AddPositions(fields, geolocation, names, rows, columns, pixels / 2, pixels);
            return;
        }

        var kept = _product.File.Shapes.FirstOrDefault(other =>
            other.Geolocation!.Increment == 1 && other.Geolocation.Latitude == geolocation.Latitude);
        var keptNames = AxesOf(kept?.Name ?? "of_positions");
        if (kept is null)
        {
            (axes[keptNames[0]], axes[keptNames[1]]) = (Kept(rows, geolocation), Kept(columns, geolocation));
            AddPositions(fields, geolocation, keptNames, axes[keptNames[0]], axes[keptNames[1]],
                geolocation.Offset * pixels, geolocation.Increment * pixels);
        }

        for (var axis = 0; axis < names.Length; axis++)
            maps.Add(new(keptNames[axis], names[axis], geolocation.Offset, geolocation.Increment));
    }

    private static int Kept(int cells, Geolocation geolocation) => (cells - 1 - geolocation.Offset) / geolocation.Increment + 1;

    private void AddPositions(MadeFields fields, Geolocation geolocation, string[] axes, int rows, int columns, int first, int step)
    {
        var (latitude, longitude) = (new float[rows * columns], new float[rows * columns]);
        for (var cell = 0; cell < latitude.Length; cell++)
        {
            var pixel = (first + cell / columns * step) * _pixels.Samples + first + cell % columns * step;
            (latitude[cell], longitude[cell]) = (_pixels.Latitude[pixel], _pixels.Longitude[pixel]);
        }

        AddDegrees(fields, geolocation.Latitude, axes, [rows, columns], latitude);
        AddDegrees(fields, geolocation.Longitude, axes, [rows, columns], longitude);
    }

    // A product of positions says more of them than others do.
    private void AddDegrees(MadeFields fields, string name, string[] axes, int[] lengths, float[] degrees)
    {
        if (_product.FindDataSet(name) is { } set)
            fields.Add(set, axes, lengths, Array.ConvertAll(degrees, degree => (double)degree));
        else
            fields.AddDegrees(name, axes, lengths, degrees);
    }

    private void AddData(MadeFields fields, DataSet set, MadeQuantity quantity, Dictionary<string, int> axes)
    {
        var (shape, names) = (_product.ShapeOf(set), AxesOf(set.Shape));
        var (rows, columns, pixels) = (axes[names[0]], axes[names[1]], PixelsOf(shape));
        var values = new double[rows * columns];
        for (var cell = 0; cell < values.Length; cell++)
        {
            var line = cell / columns * pixels + pixels / 2;
            var pixel = line * _pixels.Samples + cell % columns * pixels + pixels / 2;
            values[cell] = !_lost[line / _pixels.LinesPerScan] && quantity.IsMeasuredAt(_sun[pixel])
                ? quantity.At(_field, _pixels.Latitude[pixel], _pixels.Longitude[pixel])
                : double.NaN;
        }

        fields.Add(set, names, [rows, columns], values);
    }
}
