using AzurePerf.Imagery.Grids;
using AzurePerf.Imagery.Products;
using AzurePerf.Imagery.Stations;

namespace AzurePerf.Core.Experiments.Images;

/// <summary>
/// Which images of a run readings from the ground are matched with: each with the image of its tile that is nearest in time, so that a
/// reading counts once. It reads a manifest and no image.
/// </summary>
/// <param name="readings">From the ground.</param>
/// <param name="apart">How long before or after a granule of an image a reading may be, where the time of granules is known; from 0.
/// Else it must be of the days of the image.</param>
public sealed class StationPlan(IReadOnlyList<StationReading> readings, TimeSpan apart)
{
    private const int MinutesOfSwath = 5;

    /// <summary>A satellite sees a place by day and by night some twelve hours apart, and again on the next orbit, after some hundred
    /// minutes.</summary>
    private static readonly TimeSpan BetweenDayAndNight = TimeSpan.FromHours(6);

    private readonly (PlannedStations? Image, TimeSpan Apart)[] _nearest = new (PlannedStations?, TimeSpan)[readings.Count];
    private readonly ILookup<string, int> _byTile = Enumerable.Range(0, readings.Count).ToLookup(
        reading => SinusoidalTile.At(readings[reading].Latitude, readings[reading].Longitude).ToString(), StringComparer.Ordinal);

    private ManifestRequest _request = new();

    /// <summary>Images of a day that were made, of whatever tile.</summary>
    public int ImagesSeen { get; private set; }

    /// <summary>Whether the time of day is known of one of them.</summary>
    public bool KnowsTimeOfDay { get; private set; }

    /// <summary>Whether an image that readings are matched with may have pixels by day and by night.</summary>
    public bool MixesDayAndNight => _request.Light.Length == 0
        && Images.Any(image => image.Image.Times is var times && times[^1].Begin - times[0].Begin > BetweenDayAndNight);

    /// <summary>Whether an image of the run is of made granules: nobody measured it.</summary>
    public bool OfMadeGranules { get; private set; }

    /// <summary>The data set that readings are compared with: of several the first.</summary>
    public string DataSet => _request.DataSet.Split(' ')[0];

    /// <summary>Data sets of the run.</summary>
    public int DataSets => _request.DataSet.Split(' ').Length;

    /// <summary>The images that are needed, in the order of the manifest, with the places of their readings in the list.</summary>
    public IReadOnlyList<(PlannedStations Image, IReadOnlyList<int> Readings)> Images =>
    [
        .. Enumerable.Range(0, readings.Count).Where(reading => _nearest[reading].Image is not null)
            .GroupBy(reading => _nearest[reading].Image!).OrderBy(image => image.Key.Place)
            .Select(image => (image.Key, (IReadOnlyList<int>)[.. image])),
    ];

    /// <summary>Takes an entry of the manifest; they come in its order.</summary>
    public void Add(ManifestEntry entry)
    {
        switch (entry)
        {
            case ManifestRequest request:
                _request = request;
                break;
            case ManifestOfMadeGranules:
                OfMadeGranules = true;
                break;
            case ManifestImage { ValuesHash.Length: > 0 } image when image.DataSet.Length == 0 || image.DataSet == DataSet:
                Add(image);
                break;
        }
    }

    private void Add(ManifestImage image)
    {
        var planned = new PlannedStations(ImagesSeen++, NameOf(image), image.Day, image.Key, TimesOf(image), _request.Quality);
        KnowsTimeOfDay |= planned.Times.Any(time => !time.IsOfDays);
        foreach (var reading in _byTile[image.Tile])
        {
            var time = StationTime.Nearest(planned.Times, readings[reading].Time);
            var distance = time.Apart(readings[reading].Time).Duration();
            if (time.Has(readings[reading].Time, apart) && (_nearest[reading] is not ({ } known, var nearest) || distance < nearest
                || (distance == nearest && planned.Day > known.Day)))
            {
                // Where two are as near, such as composites at the end of a year, it belongs to the one that begins.
                _nearest[reading] = (planned, distance);
            }
        }
    }

    /// <summary>As the files of images are called.</summary>
    private string NameOf(ManifestImage image) => string.Join(
        '.',
        new[] { _request.Product, DataSet, _request.Band, ImageKeys.Text(image.Day), image.Tile }.Where(part => part.Length > 0));

    /// <summary>Those of the granules that could be read, where granules have a time; else the days of the product.</summary>
    private StationTime[] TimesOf(ManifestImage image)
    {
        var midnight = new DateTimeOffset(image.Day.ToDateTime(TimeOnly.MinValue), TimeSpan.Zero);
        StationTime[] swaths =
        [
            .. from key in image.Inputs ?? []
               let granule = key.LastIndexOf('.') is > 0 and var end ? GranuleName.Parse(key[..end]) : null
               where granule is { Time: not null } && granule.Product == _request.Product && granule.Day == image.Day
                   && image.Unreadable?.Contains(key) != true
               let begin = midnight + granule.Time!.Value.ToTimeSpan()
               orderby begin
               select new StationTime(begin, begin.AddMinutes(MinutesOfSwath)),
        ];
        return swaths.Length > 0
            ? swaths
            : [new(midnight, midnight.AddDays(ProductCatalogue.Shipped.Find(_request.Product)?.File.PeriodDays ?? 1), IsOfDays: true)];
    }
}

/// <summary>An image of a day that readings are matched with.</summary>
/// <param name="Place">Its place among those of the run, from 0.</param>
/// <param name="Name">Names it in the results.</param>
/// <param name="Day">The day.</param>
/// <param name="Key">Its key in the catalogue of products.</param>
/// <param name="Times">The times that it is of, at least one, in their order.</param>
/// <param name="Quality">The choice of quality flags that were accepted; empty where the data set has none.</param>
public sealed record PlannedStations(int Place, string Name, DateOnly Day, string Key, IReadOnlyList<StationTime> Times, string Quality);
