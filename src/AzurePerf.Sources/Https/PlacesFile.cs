using System.Globalization;
using System.Text;
using AzurePerf.Imagery.Granules;
using AzurePerf.Imagery.Products;

namespace AzurePerf.Sources.Https;

/// <summary>
/// Reads where the swaths of a day lie from one of NASA's geoMeta files: lines of values with commas between them, and above them lines
/// that begin with #, the last of which names the columns.
/// </summary>
internal static class PlacesFile
{
    /// <summary>The product whose granules have the positions of Terra's swaths.</summary>
    public const string Terra = "MOD03";

    private const string Aqua = "MYD03";
    private const string NameColumn = "GranuleID";
    private const string LightColumn = "DayNightFlag";
    private const double Fill = -999;

    private static readonly (string Latitude, string Longitude)[] CornerColumns =
        [.. Enumerable.Range(1, 4).Select(corner => ($"GRingLatitude{corner}", $"GRingLongitude{corner}"))];

    /// <summary>The granules whose places are those of a satellite's swaths.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is no satellite.</exception>
    public static ArchiveFolder Folder(Platform platform, int collection, DateOnly day) => platform switch
    {
        Platform.Terra => new(Terra, collection, day),
        Platform.Aqua => new(Aqua, collection, day),
        _ => throw new ArgumentOutOfRangeException(nameof(platform), platform, "Swaths are of one satellite."),
    };

    /// <summary>The places, in the order of their times. A swath of which the archive knows no corner, or not all, is not among
    /// them.</summary>
    /// <exception cref="SourceException">It is no such file, or has what does not belong to the day.</exception>
    public static IReadOnlyList<GranulePlace> Read(ReadOnlyMemory<byte> text, ArchiveFolder folder)
    {
        string[]? columns = null;
        var places = new List<GranulePlace>();
        foreach (var (number, line) in Encoding.UTF8.GetString(text.Span).Split('\n').Index())
        {
            if (line.Trim() is not { Length: > 0 } content)
                continue;
            if (content[0] != '#')
            {
                if (ReadPlace(content.Split(','), columns ?? throw NoPlaces(folder, number), folder, number) is { } place)
                    places.Add(place);
            }
            else if (content.Contains(NameColumn, StringComparison.Ordinal))
                columns = content.TrimStart('#').Split(',', StringSplitOptions.TrimEntries);
        }

        if (columns is null)
            throw NoPlaces(folder, 0);
        places.Sort((one, other) => one.Begin.CompareTo(other.Begin));
        return places.Zip(places.Skip(1)).All(pair => pair.First.Begin < pair.Second.Begin)
            ? places
            : throw Wrong($"The archive's file of the places of {folder} names a swath twice.");
    }

    /// <summary>Null where a corner is not known.</summary>
    private static GranulePlace? ReadPlace(string[] values, string[] columns, ArchiveFolder folder, int line)
    {
        string Value(string column) =>
            Array.IndexOf(columns, column) is >= 0 and var at && at < values.Length ? values[at].Trim() : throw NoPlaces(folder, line);
        double Degrees(string column) => Value(column) is not { Length: > 0 } text ? double.NaN
            : double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value) ? value
            : throw NoPlaces(folder, line);
        if (GranuleName.Parse(Value(NameColumn)) is not { Time: { } begin } granule || !folder.Holds(granule))
        {
            throw Wrong(FormattableString.Invariant(
                $"The archive's file of the places of {folder} has another granule or none in line {line + 1}."));
        }

        var light = LightOf(Value(LightColumn));
        (double Latitude, double Longitude)[] ring =
            [.. CornerColumns.Select(corner => (Degrees(corner.Latitude), Degrees(corner.Longitude)))];
        if (ring.Any(corner => IsNotKnown(corner.Latitude) || IsNotKnown(corner.Longitude)))
            return null;
        try
        {
            return new(begin, light, ring);
        }
        catch (ArgumentException)
        {
            throw Wrong(FormattableString.Invariant(
                $"The archive's file of the places of {folder} has a corner that is no position in line {line + 1}."));
        }
    }

    /// <summary>Empty, or the fill of MODIS's positions.</summary>
    private static bool IsNotKnown(double degrees) => double.IsNaN(degrees) || degrees == Fill;

    private static DayNight LightOf(string flag) => flag switch
    {
        "D" => DayNight.Day,
        "N" => DayNight.Night,
        "B" => DayNight.Both,
        _ => DayNight.Unknown,
    };

    private static SourceException NoPlaces(ArchiveFolder folder, int line) => Wrong(FormattableString.Invariant(
        $"The archive's answer is no file of the places of {folder} (line {line + 1}): is PlacesPath right?"));

    private static SourceException Wrong(string sentence) => new(SourceCause.UnexpectedAnswer, sentence);
}
