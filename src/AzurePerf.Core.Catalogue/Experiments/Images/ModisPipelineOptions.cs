using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Programs;
using AzurePerf.Imagery.Kernels;

namespace AzurePerf.Core.Experiments.Images;

/// <summary>
/// Makes images of a region over days from granules of MODIS: fetches them, puts them on tiles, aggregates days, reduces to pictures and
/// tables. What was made before is used again.
/// </summary>
public sealed record ModisPipelineOptions : PipelineOptions
{
    private const int MostDays = 12_000;

    [Parameter("Product of the archive; the Earth data catalogue has their names.", MostCharacters = 20, Example = "MOD11A1")]
    public string Product { get; init; } = "MOD11A1";

    [Parameter("Data set of the product, or several with blanks between them; empty for its first.",
        MostCharacters = 400, Example = "LST_Day_1km")]
    public string DataSet { get; init; } = "";

    [Parameter("Band of a data set that has several; empty for the first.", MostCharacters = 64, Example = "31")]
    public string Band { get; init; } = "";

    [Parameter("Region: tiles, a box (west, south, east, north) or a polygon (longitude, latitude, ...) in degrees.",
        MostCharacters = 4_000, Example = "box 5 45 16 55")]
    public string Area { get; init; } = "h18v04";

    [Parameter("First day (UTC).", MostCharacters = 10, Example = "2024-01-25")]
    public string From { get; init; } = "2024-01-25";

    [Parameter("Days from the first on.", Unit = "days", Minimum = 1, Maximum = MostDays)]
    public int Days { get; init; } = 1;

    [Parameter("Which pixels count, by the product's own flags, such as best, good or any; empty for the product's usual choice.",
        MostCharacters = 64, Example = "good")]
    public string Quality { get; init; } = "";

    [Parameter("Which granule counts where several cover a cell: the one whose pixel lies nearest, or the first of the day that has one.")]
    public MergeRule Merge { get; init; }

    [Parameter("Which swaths count: any, only those whose middle lay in daylight, or only those whose middle lay in the dark.",
        SilentAtDefault = true)]
    public SwathLight Light { get; init; }

    [Parameter("What the days of a period become, cell by cell.")]
    public Aggregate Aggregate { get; init; }

    [Parameter("Days of a period; 0 takes all days together.", Unit = "days", Maximum = MostDays)]
    public int AggregateDays { get; init; }

    [Parameter("What is made of each period: any of picture, zones, histogram and program; empty for nothing.",
        MostCharacters = 200, Example = "picture zones")]
    public string Reductions { get; init; } = "picture";

    [Parameter("Your own program, by the hash that its upload gave; for the reduction program, empty for none.",
        MostCharacters = ProgramHash.Characters)]
    public string Program { get; init; } = "";

    [Parameter("What becomes of an image when one of its inputs failed: it is made of the others, or skipped with all that needs it.")]
    public MissingInput Missing { get; init; }

    [Parameter("How maps are drawn.")]
    public MapProjection Projection { get; init; }

    [Parameter("How a map takes its values from tiles.")]
    public Resampling Resampling { get; init; }

    public static ExperimentDefinition Definition { get; } = ExperimentDefinition.OfStages<ModisPipelineOptions>(
        ImageStages.Experiment,
        "Images of MODIS",
        "Makes pictures, maps and tables of a region from granules of MODIS, and counts how its thousands of tasks end.",
        "Hill et al. 2011, section 5, table 2 and figure 7",
        Preset.Of(Preset.Paper, 1, new { area = "box -125 25 -66 50", days = 365, aggregateDays = 30 }),
        Preset.Of(Preset.Reduced, 1, new { area = "box 0 40 20 60", days = 30, aggregateDays = 10 }),
        Preset.Of(Preset.Quick, 1, new { area = "h18v04 h19v04", days = 2 }));

    public override IReadOnlyList<StagePlan> Stages()
    {
        var request = ImageRequest.Read(this).Request
            ?? throw new InvalidDataException("the request for images is none that was accepted by this build");
        var tiles = request.Area.Tiles.Count;
        var images = (long)tiles * request.Days.Count * request.Layers.Count;
        return
        [
            Stage(ImageStages.Listing, TimeSpan.FromSeconds(5)) with { Tasks = request.Days.Count * request.Parts.Count },
            Stage(ImageStages.Download, TimeSpan.FromSeconds(20)) with
            {
                Orders = products => new ImageOrders(request, products).DownloadsAsync(),
                TasksAtMost = (long)request.MostGranulesOfDay * request.Days.Count * request.FilesOfGranule,
                Stores = Products("source", 5e6),
            },
            Stage(ImageStages.Reprojection, TimeSpan.FromSeconds(20)) with
            {
                Orders = products => new ImageOrders(request, products).ReprojectionsAsync(),
                TasksAtMost = images,
                Stores = Products("image", 2e6),
            },
            Stage(ImageStages.Aggregation, TimeSpan.FromSeconds(5 + (request.LongestPeriod * 0.5))) with
            {
                Orders = products => new ImageOrders(request, products).AggregationsAsync(),
                TasksAtMost = (long)tiles * request.Periods.Count * request.Layers.Count,
                Stores = Products("period", 2e6),
                Levels = new() { ["product"] = Product, ["dataSet"] = DataSet, ["days"] = SizeOf(request.LongestPeriod) },
            },
            Stage(ImageStages.Reduction, TimeSpan.FromSeconds(30 + tiles)) with
            {
                Orders = products => new ImageOrders(request, products).ReductionsAsync(),
                TasksAtMost = request.Periods.Count * request.Reductions.Sum(
                    reduction => reduction == RequestReductions.Program ? 1L : request.Layers.Count),
                Stores = Products("result", 5e5),
                Levels = new() { ["product"] = Product, ["dataSet"] = DataSet, ["tiles"] = SizeOf(tiles) },
            },
            Stage(ImageStages.Manifest, TimeSpan.FromSeconds(30 + (images * 0.005))) with
            {
                Tasks = 1,
                Levels = new() { ["images"] = SizeOf(images) },
                MayBeEmpty = false,
                // The manifest and the provenance.
                Stores = Products("request", 2 * (1_000 + (images * 300))) with { Products = 2 },
            },
        ];
    }

    public override IEnumerable<ParameterFault> Faults() => ImageRequest.Read(this).Faults;

    /// <summary>The power of ten of a size: durations of sizes further apart are not compared.</summary>
    private static int SizeOf(double size) => (int)Math.Pow(10, Math.Ceiling(Math.Log10(Math.Max(1, size))));

    /// <param name="kind">Kind of product.</param>
    /// <param name="bytes">About how many a task stores: a guess that counts only until products of the kind were seen.</param>
    private static StageStorage Products(string kind, double bytes) =>
        new(kind, bytes, BytesOf);

    private static long BytesOf(string result)
    {
        var made = ImageOrder.ReadProduct<MadeProduct>(result);
        return made.Bytes + made.OtherBytes;
    }

    private StagePlan Stage(string name, TimeSpan expected) => new(name, StageShape.Bag, ImageStages.WorkOf(name))
    {
        Expected = expected,
        Levels = new() { ["product"] = Product, ["dataSet"] = DataSet },
        MayBeEmpty = true,
    };
}

/// <summary>Which swaths of a day an image is made of. Tiles are of whole days.</summary>
public enum SwathLight
{
    /// <summary>All: what a data set has by day and by night comes into one image.</summary>
    Any,

    /// <summary>Those over whose middle the sun stood.</summary>
    Day,

    /// <summary>The others.</summary>
    Night,
}

/// <summary>What becomes of an image when one of its inputs failed for good.</summary>
public enum MissingInput
{
    /// <summary>It is made of the others and covers less.</summary>
    LessCoverage,

    /// <summary>It is not made, nor what needs it.</summary>
    Skip,
}

/// <summary>The plane of a map.</summary>
public enum MapProjection
{
    /// <summary>Latitude and longitude (EPSG:4326).</summary>
    Geographic,

    /// <summary>That of web maps (EPSG:3857), up to 85 degrees.</summary>
    WebMercator,
}
