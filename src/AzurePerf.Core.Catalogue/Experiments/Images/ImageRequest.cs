using System.Collections.Concurrent;
using System.Globalization;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Texts;
using AzurePerf.Imagery.Areas;
using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Images;
using AzurePerf.Imagery.Kernels;
using AzurePerf.Imagery.Products;
using AzurePerf.Imagery.Reductions;

namespace AzurePerf.Core.Experiments.Images;

/// <summary>What a request for images asks for, read from its parameters.</summary>
/// <param name="Options">The parameters.</param>
/// <param name="Subject">What the images show.</param>
/// <param name="Area">Where.</param>
/// <param name="Days">The days of which the product has granules, in order.</param>
/// <param name="Periods">The days that are put together, in order.</param>
/// <param name="Reductions">Names of what is made of each period.</param>
public sealed record ImageRequest(
    ModisPipelineOptions Options, ImageSubject Subject, ImageArea Area, IReadOnlyList<DateOnly> Days, IReadOnlyList<ImagePeriod> Periods,
    IReadOnlyList<string> Reductions)
{
    /// <summary>Swaths of a day: one every five minutes.</summary>
    public const int SwathsOfDay = 288;

    /// <summary>Tiles whose granules one listing tells, so that it has room in a task's result: eight that lie far apart are covered by a
    /// hundred swaths of a day, with as many files of positions.</summary>
    private const int TilesOfSwaths = 8;

    private const int TilesOfTiles = 36;

    /// <summary>Days that the order of an aggregation has room for.</summary>
    private const int MostDaysOfPeriod = 300;

    /// <summary>Images that the order of a program has room for.</summary>
    private const int MostImagesOfProgram = 600;

    /// <summary>Data sets of a request: with more, a listing of a few tiles has no room.</summary>
    private const int MostLayers = 8;

    private const int MostSwathsOfTile = 30;
    private const int MostKept = 16;

    private static readonly ConcurrentDictionary<ModisPipelineOptions, ImageRequest> Recent = new();

    /// <summary>The request for each of its data sets alone, in the order in which it names them; itself where there is one. The catalogue
    /// has the same images for either.</summary>
    public IReadOnlyList<ImageRequest> Layers => Several ?? [this];

    /// <summary>What the images show, for people.</summary>
    public string Title => string.Join(" and ", Layers.Select(layer => layer.Subject.Title));

    /// <summary>The tiles in parts that are listed one by one.</summary>
    public IReadOnlyList<IReadOnlyList<SinusoidalTile>> Parts { get; private init; } = PartsOf(Area, Subject, 1);

    /// <summary>Days of the longest period.</summary>
    public int LongestPeriod => Periods.Max(period => period.Days.Count);

    /// <summary>The product whose granules hold the positions of this one's pixels; null where they have them, or need none.</summary>
    public ImageProduct? Geolocation => Subject.Geolocation(ProductCatalogue.Shipped);

    /// <summary>Granules of a day that the request needs at most.</summary>
    public int MostGranulesOfDay => Subject.Product.File.Kind == ProductKind.Swath
        ? Math.Min(SwathsOfDay, MostSwathsOfTile * Area.Tiles.Count)
        : Area.Tiles.Count;

    private IReadOnlyList<ImageRequest>? Several { get; init; }

    /// <summary>Files of one granule: with its geolocation two.</summary>
    public int FilesOfGranule => Geolocation is null ? 1 : 2;

    /// <summary>Day and part of a listing.</summary>
    /// <param name="task">Number of its task.</param>
    public (DateOnly Day, IReadOnlyList<SinusoidalTile> Tiles) ListingOf(int task) =>
        (Days[task / Parts.Count], Parts[task % Parts.Count]);

    /// <summary>Reads the parameters. The last few requests are kept, because every task of a run asks for its own.</summary>
    /// <returns>The request, or everything that is wrong with it.</returns>
    public static (ImageRequest? Request, IReadOnlyList<ParameterFault> Faults) Read(ModisPipelineOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (Recent.TryGetValue(options, out var known))
        {
            return (known, []);
        }

        var read = ReadAnew(options);
        if (read.Request is { } request)
        {
            if (Recent.Count >= MostKept)
            {
                Recent.Clear();
            }

            Recent[options] = request;
        }

        return read;
    }

    private static (ImageRequest? Request, IReadOnlyList<ParameterFault> Faults) ReadAnew(ModisPipelineOptions options)
    {
        var dataSets = options.DataSet.Split(' ', StringSplitOptions.RemoveEmptyEntries).Distinct().ToArray();
        return dataSets.Length < 2 ? ReadOne(options) : ReadSeveral(options, dataSets);
    }

    private static (ImageRequest? Request, IReadOnlyList<ParameterFault> Faults) ReadSeveral(
        ModisPipelineOptions options, string[] dataSets)
    {
        if (dataSets.Length > MostLayers)
        {
            return (null, [new("dataSet", $"names {dataSets.Length} data sets; a request has at most {MostLayers}")]);
        }

        if (options.Band.Length > 0)
        {
            return (null, [new("band", "must be empty where dataSet names several: each is taken with its first band")]);
        }

        var read = dataSets.Select(dataSet => ReadOne(options with { DataSet = dataSet })).ToArray();
        if (read.Where(one => one.Request is null).Select(one => one.Faults).FirstOrDefault() is { } faults)
        {
            return (null, faults);
        }

        ImageRequest[] layers = [.. read.Select(one => one.Request!)];
        var request = new ImageRequest(
            options, layers[0].Subject, layers[0].Area, layers[0].Days, layers[0].Periods, layers[0].Reductions)
        {
            Several = layers,
            Parts = PartsOf(layers[0].Area, layers[0].Subject, layers.Length),
        };
        return layers.Any(layer => layer.Geolocation?.Id != request.Geolocation?.Id)
            ? (null, [new("dataSet", "names data sets of which only some have positions of their own: ask for them one by one")])
            : request.FaultOfSize(layers[0].Days[0]) is { } tooLarge ? (null, [tooLarge]) : (request, []);
    }

    private static (ImageRequest? Request, IReadOnlyList<ParameterFault> Faults) ReadOne(ModisPipelineOptions options)
    {
        var faults = new List<ParameterFault>();
        if (FaultOfSubject(options, out var subject) is { } unknown)
        {
            faults.Add(unknown);
        }

        if (options.Light != SwathLight.Any && subject?.Product.File.Kind == ProductKind.Tile)
        {
            faults.Add(new("light", $"must be any: {subject.Product.Id} has tiles, and only swaths are chosen by light"));
        }

        if (AreaText.Read(options.Area, out var area) is { } areaFault)
        {
            faults.Add(new("area", areaFault));
        }
        else if (area!.Tiles.Count == 0)
        {
            faults.Add(new("area", "touches no tile: make it larger"));
        }

        if (!DateOnly.TryParseExact(options.From, "yyyy-MM-dd", CultureInfo.InvariantCulture, DateTimeStyles.None, out var from))
        {
            faults.Add(new("from", "must be a day such as 2024-01-25"));
        }
        else if (from.DayNumber > DateOnly.MaxValue.DayNumber - options.Days)
        {
            faults.Add(new("days", "go beyond the year 9999"));
        }

        var reductions = options.Reductions.Split([' ', ','], StringSplitOptions.RemoveEmptyEntries).Distinct().ToArray();
        faults.AddRange(RequestReductions.Faults(reductions, options.Program));
        if (faults.Count > 0)
        {
            return (null, faults);
        }

        DateOnly[] days = [.. Enumerable.Range(0, options.Days).Select(from.AddDays).Where(subject!.Product.IsDay)];
        var request = new ImageRequest(options, subject, area!, days, PeriodsOf(days, from, options), reductions);
        return request.FaultOfSize(from) is { } tooLarge ? (null, [tooLarge]) : (request, []);
    }

    private static ParameterFault? FaultOfSubject(ModisPipelineOptions options, out ImageSubject? subject)
    {
        subject = null;
        var catalogue = ProductCatalogue.Shipped;
        if (catalogue.Find(options.Product) is not { } product)
        {
            return new("product", Known(catalogue.Products.Select(known => known.Id)));
        }

        var name = options.DataSet.Length == 0 ? product.File.DataSets[0].Name : options.DataSet;
        if (product.FindDataSet(name) is not { } dataSet)
        {
            return new("dataSet", Known(product.File.DataSets.Select(known => known.Name)));
        }

        var band = options.Band.Length == 0 ? dataSet.Bands?[0] ?? "" : options.Band;
        if (band.Length > 0 && dataSet.Bands?.Contains(band) != true)
        {
            return new("band", dataSet.Bands is { } bands ? Known(bands) : $"must be empty: {name} has no bands");
        }

        var quality = product.QualityOf(dataSet);
        if (options.Quality.Length > 0 && quality?.Choices.ContainsKey(options.Quality) != true)
        {
            return new("quality", quality is null ? $"must be empty: {name} has no quality flags" : Known(quality.Choices.Keys));
        }

        subject = ImageSubject.Of(catalogue, product.Id, name, band, options.Quality) with
        {
            Light = options.Light == SwathLight.Any ? "" : options.Light.ToString().ToLowerInvariant(),
        };
        return null;
    }

    private static string Known(IEnumerable<string> names) => $"must be one of {string.Join(", ", names)}";

    private ParameterFault? FaultOfSize(DateOnly from)
    {
        var images = (long)Area.Tiles.Count * Days.Count * Layers.Count;
        var swaths = Subject.Product.File.Kind == ProductKind.Swath
            ? (long)Days.Count * MostGranulesOfDay * FilesOfGranule
            : 0;
        return Days.Count == 0
            ? new("from", Subject.Product.Twin.FirstDay > from
                ? $"is before {Subject.Product.Id} begins, on {Subject.Product.Twin.FirstDay:yyyy-MM-dd}"
                : $"must be a day on which a period of {Subject.Product.Id} begins, every {Subject.Product.File.PeriodDays} days from "
                    + "1 January, or days must reach to the next one")
            : images > StagePlan.MostTasks
                ? new("days", $"make {NumberFormat.Count(images)} images with the {NumberFormat.Counted(Area.Tiles.Count, "tile")} of "
                    + $"area; a run makes at most {NumberFormat.Count(StagePlan.MostTasks)}: ask for fewer days or a smaller area")
            : swaths > StagePlan.MostTasks
                ? new("days", $"may need {NumberFormat.Count(swaths)} granules; a run fetches at most "
                    + $"{NumberFormat.Count(StagePlan.MostTasks)}: ask for fewer days")
            : Options.Projection == MapProjection.WebMercator && Reductions.Contains(PictureReduction.OfName)
                && (Area.Bounds.South >= MapArea.WebMercatorEdge || Area.Bounds.North <= -MapArea.WebMercatorEdge)
                ? new("projection", "shows nothing beyond 85.05 degrees, where all of area lies: use geographic")
            : Options.Aggregate == Aggregate.Median && LongestPeriod > PeriodImage.LargestMedianDays(Subject)
                ? new("aggregateDays", $"puts {LongestPeriod} days together; a median of {Subject.DataSet.Name} takes at most "
                    + $"{PeriodImage.LargestMedianDays(Subject)}: ask for shorter periods or for the mean")
            : LongestPeriod > MostDaysOfPeriod
                ? new("aggregateDays", $"puts {NumberFormat.Count(LongestPeriod)} days together; a period has at most {MostDaysOfPeriod}: "
                    + "ask for shorter periods")
            : Reductions.Contains(RequestReductions.Program) && Area.Tiles.Count * Layers.Count > MostImagesOfProgram
                ? new("area", $"gives the program {NumberFormat.Count(Area.Tiles.Count * Layers.Count)} images of a period, one for each "
                    + $"tile and data set; it takes at most {MostImagesOfProgram}: ask for a smaller area or fewer data sets")
            : null;
    }

    private static IReadOnlyList<IReadOnlyList<SinusoidalTile>> PartsOf(ImageArea area, ImageSubject subject, int layers) =>
        [.. area.Tiles.Chunk((subject.Product.File.Kind == ProductKind.Swath ? TilesOfSwaths : TilesOfTiles) / layers)];

    private static ImagePeriod[] PeriodsOf(DateOnly[] days, DateOnly from, ModisPipelineOptions options)
    {
        var length = options.AggregateDays == 0 ? options.Days : options.AggregateDays;
        return [.. days.GroupBy(day => (day.DayNumber - from.DayNumber) / length).Select(group => new ImagePeriod([.. group]))];
    }
}

/// <summary>Days that are put together.</summary>
/// <param name="Days">One or more, in order.</param>
public sealed record ImagePeriod(IReadOnlyList<DateOnly> Days)
{
    /// <summary>The first day.</summary>
    public DateOnly First => Days[0];

    /// <summary>The last day.</summary>
    public DateOnly Last => Days[^1];
}
