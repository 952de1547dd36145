using System.Globalization;
using AzurePerf.Imagery.Grids;

namespace AzurePerf.Imagery.Areas;

/// <summary>
/// An area as people write it: tiles such as `h18v04 h19v04`, `box WEST SOUTH EAST NORTH` in degrees, or
/// `polygon LONGITUDE LATITUDE, LONGITUDE LATITUDE, ...`, all with spaces or commas between.
/// </summary>
public static class AreaText
{
    /// <summary>The forms, for messages.</summary>
    public const string Forms = "tiles such as h18v04 h19v04, box WEST SOUTH EAST NORTH, or polygon LONGITUDE LATITUDE, "
        + "LONGITUDE LATITUDE, ...";

    private const int MostPositions = 500;

    private static readonly char[] Separators = [' ', ',', ';', '\t', '\n', '\r'];

    /// <summary>Reads an area.</summary>
    /// <param name="text">What was written.</param>
    /// <param name="area">The area; null where there is a fault.</param>
    /// <returns>What is wrong, as the end of a sentence that begins with the name of what was written; null when all is well.</returns>
    public static string? Read(string text, out ImageArea? area)
    {
        area = null;
        var words = WordsOf(text);
        return words switch
        {
            [] => $"must name {Forms}",
            ["box", .. var numbers] => ReadBox(numbers, out area),
            ["polygon", .. var numbers] => ReadPolygon(numbers, out area),
            _ => ReadTiles(words, out area),
        };
    }

    /// <summary>The words and numbers of an area, of which blanks, commas, semicolons and ends of lines are no part.</summary>
    public static string[] WordsOf(string text) => text.Split(Separators, StringSplitOptions.RemoveEmptyEntries);

    private static string? ReadTiles(string[] words, out ImageArea? area)
    {
        area = null;
        var tiles = new HashSet<SinusoidalTile>();
        foreach (var word in words)
        {
            if (!SinusoidalTile.TryParse(word, out var tile))
            {
                return $"has '{Shortened(word)}', which is no tile: write {Forms}";
            }

            if (!TilePolygons.All.ContainsKey(tile))
            {
                return $"has {tile}, which shows no part of the Earth";
            }

            tiles.Add(tile);
        }

        area = ImageArea.OfTiles(tiles);
        return null;
    }

    private static string? ReadBox(string[] words, out ImageArea? area)
    {
        area = null;
        if (words.Length != 4 || NumbersOf(words) is not [var west, var south, var east, var north])
        {
            return "must give a box four numbers in degrees: box WEST SOUTH EAST NORTH";
        }

        if (FaultOf(west, south) is { } fault || (fault = FaultOf(east, north)) is not null)
        {
            return fault;
        }

        if (south >= north)
        {
            return Invariant($"has a box whose south, {south}, is not below its north, {north}");
        }

        if (west == east)
        {
            return Invariant($"has a box whose west and east are both {west}: for all longitudes write -180 and 180");
        }

        area = ImageArea.OfBox(west, south, east, north);
        return null;
    }

    private static string? ReadPolygon(string[] words, out ImageArea? area)
    {
        area = null;
        if (NumbersOf(words) is not { } numbers || numbers.Length % 2 != 0)
        {
            return "must give a polygon pairs of numbers in degrees: polygon LONGITUDE LATITUDE, LONGITUDE LATITUDE, ...";
        }

        var positions = numbers.Chunk(2).Select(pair => (Longitude: pair[0], Latitude: pair[1])).ToList();
        if (positions.Select(position => FaultOf(position.Longitude, position.Latitude)).FirstOrDefault(found => found is not null) is { }
            fault)
        {
            return fault;
        }

        if (positions.Count > 1 && positions[^1] == positions[0])
        {
            positions.RemoveAt(positions.Count - 1);
        }

        return positions.Count switch
        {
            < 3 => $"has a polygon of {positions.Count} positions: it needs three or more",
            > MostPositions => $"has a polygon of {positions.Count} positions: at most {MostPositions} are read",
            _ => ImageArea.OfPolygon(positions, out area),
        };
    }

    private static string? FaultOf(double longitude, double latitude) =>
        longitude is < -180 or > 180 ? Invariant($"has the longitude {longitude}: they go from -180 to 180")
        : latitude is < -90 or > 90 ? Invariant($"has the latitude {latitude}: they go from -90 to 90")
        : null;

    private static double[]? NumbersOf(string[] words)
    {
        var numbers = new double[words.Length];
        for (var i = 0; i < words.Length; i++)
        {
            if (!double.TryParse(words[i], NumberStyles.Float, CultureInfo.InvariantCulture, out numbers[i])
                || !double.IsFinite(numbers[i]))
            {
                return null;
            }
        }

        return numbers;
    }

    private static string Shortened(string word) => word.Length <= 20 ? word : $"{word[..20]}...";

    private static string Invariant(FormattableString text) => FormattableString.Invariant(text);
}
