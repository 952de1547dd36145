using System.Security.Cryptography;
using System.Text;
using System.Text.RegularExpressions;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Web.Images;

/// <summary>What a manifest names, small enough to be kept: results as they are, images by a hash of their keys, and counts.</summary>
internal sealed partial class ImageIndex
{
    /// <summary>Entries that were not made, or not covered, which are kept to be shown.</summary>
    public const int MostShown = 500;

    /// <summary>With a dot before it, it is the suffix of a product's file.</summary>
    private const int MostFileName = 60;

    /// <summary>About a kilobyte: key, hash and the names of its files.</summary>
    private const int WeightOfResult = 25;

    private readonly Dictionary<UInt128, int> _periods = [];
    private readonly Dictionary<UInt128, int> _days = [];
    private readonly Dictionary<(DateOnly First, DateOnly Last, string DataSet), Dictionary<SinusoidalTile, float?>> _tiles = [];
    private readonly List<ManifestResult> _results = [];
    private readonly List<ManifestEntry> _notMade = [];
    private readonly List<ManifestGap> _gaps = [];
    private int _resultsNotMade;
    private int _periodsNotMade;

    private ImageIndex()
    {
    }

    /// <summary>Results that were made, in the order of the manifest.</summary>
    public IReadOnlyList<ManifestResult> Results => _results;

    /// <summary>Images of periods that were made.</summary>
    public int Periods => _periods.Count;

    /// <summary>Images of days that were made, or were there.</summary>
    public int Images => _days.Count;

    /// <summary>Entries that were planned and not made.</summary>
    public int NotMade { get; private set; }

    /// <summary>How much there is of what the run was asked for.</summary>
    public AskedImages Asked => AskedImages.Of(
        (_results.Count, _results.Count + _resultsNotMade), (Periods, Periods + _periodsNotMade),
        (Images, Images + NotMade - _resultsNotMade - _periodsNotMade));

    /// <summary>Images that were made although a granule of theirs did not come.</summary>
    public int InputMissing { get; private set; }

    /// <summary>Tiles and days without granule.</summary>
    public int NotCovered { get; private set; }

    /// <summary>Tiles and days of which the archive told nothing, because its listing failed.</summary>
    public int NotListed { get; private set; }

    /// <summary>The first and the last of those days; null where there is none.</summary>
    public (DateOnly First, DateOnly Last)? DaysNotListed { get; private set; }

    /// <summary>Whether an image of a day is of made granules: nobody measured it.</summary>
    public bool OfMadeGranules { get; private set; }

    /// <summary>The first that were not made.</summary>
    public IReadOnlyList<ManifestEntry> FirstNotMade => _notMade;

    /// <summary>The first tiles and days without granule.</summary>
    public IReadOnlyList<ManifestGap> FirstNotCovered => _gaps;

    /// <summary>How much memory it takes, in entries.</summary>
    public int Weight => Periods + _tiles.Values.Sum(tiles => tiles.Count) + Images + (_results.Count * WeightOfResult) + 1;

    /// <exception cref="InvalidDataException">The manifest cannot be read, or names what no product can be called.</exception>
    public static async Task<ImageIndex> ReadAsync(Stream manifest, CancellationToken cancellationToken)
    {
        var index = new ImageIndex();
        await foreach (var entry in ImageManifestReader.ReadAsync(manifest, cancellationToken))
        {
            index.Add(entry);
        }

        return index;
    }

    /// <summary>A result that was made, by its key.</summary>
    public ManifestResult? FindResult(string key) => _results.FirstOrDefault(result => result.Key == key);

    /// <summary>Coverage of the tiles of a period by data set, in the order of the manifest; null of a tile whose image was planned and not
    /// made.</summary>
    public IEnumerable<(string DataSet, IReadOnlyDictionary<SinusoidalTile, float?> Tiles)> TilesOf(DateOnly first, DateOnly last) =>
        from period in _tiles
        where period.Key.First == first && period.Key.Last == last
        select (period.Key.DataSet, (IReadOnlyDictionary<SinusoidalTile, float?>)period.Value);

    /// <summary>First day of the period of an image that was made; null for any other key.</summary>
    public DateOnly? FirstDayOf(string key) => _periods.TryGetValue(HashOf(key), out var day) ? DateOnly.FromDayNumber(day) : null;

    /// <summary>Whether an image of a day was made, or was there.</summary>
    public bool HasImage(DateOnly day, string key) => _days.TryGetValue(HashOf(key), out var known) && known == day.DayNumber;

    private void Add(ManifestEntry entry)
    {
        switch (entry)
        {
            case ManifestRequest:
                break;
            case ManifestOfMadeGranules:
                OfMadeGranules = true;
                break;
            case ManifestGap gap:
                NotCovered++;
                Keep(_gaps, gap);
                break;
            case ManifestNotListed gap:
                NotListed++;
                DaysNotListed = DaysNotListed is not var (first, last) ? (gap.Day, gap.Day)
                    : (gap.Day < first ? gap.Day : first, gap.Day > last ? gap.Day : last);
                break;
            case ManifestPeriod { ValuesHash: "" } failed:
                NotMade++;
                _periodsNotMade++;
                Keep(_notMade, entry);
                Place(failed, null);
                break;
            case ManifestResult { ValuesHash: "" } or ManifestImage { ValuesHash: "" }:
                NotMade++;
                _resultsNotMade += entry is ManifestResult ? 1 : 0;
                Keep(_notMade, entry);
                break;
            case ManifestResult result:
                _results.Add(Sound(result));
                break;
            case ManifestPeriod period:
                Sound(period.Tile);
                _periods[HashOf(Sound(period.Key))] = period.First.DayNumber;
                Place(period, (float)period.Coverage);
                break;
            case ManifestImage image:
                _days[HashOf(Sound(image.Key))] = image.Day.DayNumber;
                InputMissing += image.InputMissing ? 1 : 0;
                break;
            default:
                throw new InvalidDataException("the manifest has an entry of an unknown kind");
        }
    }

    private void Place(ManifestPeriod period, float? coverage)
    {
        if (SinusoidalTile.TryParse(period.Tile, out var tile))
        {
            var key = (period.First, period.Last, period.DataSet);
            if (!_tiles.TryGetValue(key, out var tiles))
            {
                _tiles.Add(key, tiles = []);
            }

            tiles[tile] = coverage;
        }
    }

    private static void Keep<T>(List<T> entries, T entry)
    {
        if (entries.Count < MostShown)
        {
            entries.Add(entry);
        }
    }

    private static ManifestResult Sound(ManifestResult result) =>
        Name().IsMatch(result.Reduction) && Name().IsMatch(Sound(result.Key)) && result.Files.Count > 0
            && result.Files.All(file => Name().IsMatch(file.Name) && file.Name.Length <= MostFileName && file.IsSuffixSound)
            ? result
            : throw new InvalidDataException("the manifest names a result as none can be called");

    private static string Sound(string key) =>
        Name().IsMatch(key) ? key : throw new InvalidDataException("the manifest has a name that nothing can have");

    /// <summary>Keys hold 96 bits of hashes already, so that no two of a manifest have one of 128.</summary>
    private static UInt128 HashOf(string key)
    {
        Span<byte> hash = stackalloc byte[SHA256.HashSizeInBytes];
        SHA256.HashData(Encoding.UTF8.GetBytes(key), hash);
        return System.Buffers.Binary.BinaryPrimitives.ReadUInt128BigEndian(hash);
    }

    [GeneratedRegex(@"^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,149}(?<!\.)\z")]
    private static partial Regex Name();
}
