using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Versus;
using AzurePerf.Imagery.GeoTiff;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Hdf4;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Kernels;
using AzurePerf.Imagery.Products;
using AzurePerf.Sources.Made;

namespace AzurePerf.Benchmarks.Imagery;

/// <summary>The files of both sides, in a folder of their own.</summary>
internal sealed class ImageryTasks : IDisposable
{
    private const string Product = "MOD11_L2";
    private const string DataSet = "LST";
    private static readonly DateOnly Day = new(2024, 1, 25);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-imagery-");
    private readonly ImageSubject _subject = ImageSubject.Of(ProductCatalogue.Shipped, Product, DataSet, "", "");
    private readonly SinusoidalTile _tile;
    private readonly Grid _map;

    public ImageryTasks()
    {
        var archive = new MadeArchive(new MadeSettings(Seed: 7));
        var name = archive.Names(MadeArchive.Find(Product)!, Day).Select(name => archive.Parse(name)!).Single(name => name.Time == new TimeOnly(10, 5));
        var granule = archive.Make(name);
        File.WriteAllBytes(Granule, granule);
        var file = Hdf4File.Open(granule);
        var (latitude, longitude) = (file.DataSet("Latitude")!.Read<float>(), file.DataSet("Longitude")!.Read<float>());
        _tile = SinusoidalTile.At(latitude[latitude.Length / 2], longitude[longitude.Length / 2]);
        SwathToTile();
        var (south, west) = _tile.Grid(1).Position(0.5, 0.5)!.Value;
        _map = Grid.Geographic(west - 5, south - 5, west + 5, south + 5, 10 / 1200.0);
        Agreement = new AgreementCell(this);
    }

    /// <summary>Whether both sides made the same of the same.</summary>
    public IVersusCell Agreement { get; }

    private string Granule => Path.Combine(_folder.FullName, "granule.hdf");

    private string Image => Path.Combine(_folder.FullName, "image.tif");

    private string Map => Path.Combine(_folder.FullName, "map.tif");

    private string WarpedImage => Path.Combine(_folder.FullName, "warped-image.tif");

    private string WarpedMap => Path.Combine(_folder.FullName, "warped-map.tif");

    /// <summary>Seconds of processor time of our task.</summary>
    public double SwathToTile()
    {
        var before = Environment.CpuUsage.TotalTime;
        var files = new SwathFiles(Path.GetFileName(Granule), File.ReadAllBytes(Granule));
        File.WriteAllBytes(Image, DayImage.OfSwaths(_subject, Day, _tile, [files], MergeRule.Nearest).GeoTiff);
        return (Environment.CpuUsage.TotalTime - before).TotalSeconds;
    }

    /// <summary>Seconds of processor time of our task.</summary>
    public double TileToMap()
    {
        var before = Environment.CpuUsage.TotalTime;
        using var source = File.OpenRead(Image);
        var (tile, tags) = GeoTiffReader.Read<ushort>(source);
        using var target = File.Create(Map);
        GeoTiffWriter.Write(target, AzurePerf.Imagery.Kernels.TileToMap.Nearest(tile, _map), tags);
        return (Environment.CpuUsage.TotalTime - before).TotalSeconds;
    }

    /// <summary>Seconds of processor time of theirs.</summary>
    public Task<double> WarpSwathAsync(CancellationToken cancellationToken) => GdalWarp.RunAsync(
        $"HDF4_EOS:EOS_SWATH:{Granule}:MODIS_Swath:{DataSet}", WarpedImage, _tile.Grid(SinusoidalTile.KilometreCells), ["-geoloc", "-s_srs", GdalWarp.Sphere, "-dstnodata", "0"], cancellationToken);

    /// <summary>Seconds of processor time of theirs.</summary>
    public Task<double> WarpTileAsync(CancellationToken cancellationToken) => GdalWarp.RunAsync(Image, WarpedMap, _map, [], cancellationToken);

    /// <summary>The part of the processor time of our task from swath to tile that the kernel alone takes: median of nine.</summary>
    public double KernelShare()
    {
        var file = GranuleFile.Open(File.ReadAllBytes(Granule));
        var layer = file.Layer<ushort>(_subject);
        var swath = new Swath<ushort>(SwathPositions.Of(file, _subject.Shape, layer.Rows, layer.Columns), layer.Values, layer.Fill);
        var grid = _tile.Grid(SwathPositions.CellsOf(_subject.Shape, layer.Columns));
        double[] shares =
        [
            .. from turn in Enumerable.Range(0, 9)
               let task = SwathToTile()
               let kernel = Kernel()
               orderby kernel / task
               select kernel / task,
        ];
        return shares[shares.Length / 2];

        double Kernel()
        {
            var before = Environment.CpuUsage.TotalTime;
            new SwathMosaic<ushort>(grid, MergeRule.Nearest, layer.Fill).Add(swath);
            return (Environment.CpuUsage.TotalTime - before).TotalSeconds;
        }
    }

    public void Dispose() => _folder.Delete(recursive: true);

    private sealed class AgreementCell(ImageryTasks tasks) : IVersusCell
    {
        // All turns make the same files.
        private readonly Lazy<(RasterAgreement Image, RasterAgreement Map)> _found =
            new(() => (Of(tasks.Image, tasks.WarpedImage), Of(tasks.Map, tasks.WarpedMap)));

        public string Name => "agreement";

        public bool? Holds => RasterAgreement.Suffices(_found.Value.Image, _found.Value.Map);

        public Task<(double Ours, double Theirs)> MeasureAsync(Turn turn, bool oursFirst, CancellationToken cancellationToken) => Task.FromResult((1.0, 1.0));

        public JsonObject ToJson() => new()
        {
            ["image"] = ToJson(_found.Value.Image, tasks.Image, tasks.WarpedImage),
            ["map"] = ToJson(_found.Value.Map, tasks.Map, tasks.WarpedMap),
            ["kernelShare"] = tasks.KernelShare(),
        };

        private static RasterAgreement Of(string ours, string theirs)
        {
            using var stream = File.OpenRead(ours);
            return RasterAgreement.Of(GeoTiffReader.Read<ushort>(stream).Raster.Values, GdalWarp.Values(theirs));
        }

        private static JsonObject ToJson(RasterAgreement found, string ours, string theirs) => new()
        {
            ["sizeRatio"] = new FileInfo(ours).Length / (double)new FileInfo(theirs).Length,
            ["sizeRatioOfSameValues"] = new FileInfo(ours).Length / (double)GdalWarp.SizeOfCopy(ours),
            ["equal"] = found.Equal,
            ["filledOurs"] = found.FilledOurs,
            ["filledTheirs"] = found.FilledTheirs,
        };
    }
}
