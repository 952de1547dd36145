using System.Globalization;
using System.Text.RegularExpressions;

namespace AzurePerf.Imagery.Products;

/// <summary>A tile of the MODIS sinusoidal grid.</summary>
/// <param name="Horizontal">Column from 0 (180 degrees west) to 35.</param>
/// <param name="Vertical">Row from 0 (90 degrees north) to 17.</param>
public readonly record struct TileNumber(int Horizontal, int Vertical);

/// <summary>
/// What the name of a granule's file says, such as MOD11A1.A2010032.h10v05.061.2021165110811.hdf: product, day of the year, tile or
/// time, collection. The rest, when it was made, is not known before one looks.
/// Source: Earthdata catalogue, "File Naming Convention" of the MODIS products.
/// </summary>
public sealed partial record GranuleName
{
    private const int MinutesOfSwath = 5;

    private GranuleName(string product, DateOnly day, TileNumber? tile, TimeOnly? time, int collection) =>
        (Product, Day, Tile, Time, Collection) = (product, day, tile, time, collection);

    /// <summary>Id of the product, for example MOD11A1.</summary>
    public string Product { get; }

    /// <summary>The day (UTC), for a composite the first of its period.</summary>
    public DateOnly Day { get; }

    /// <summary>The tile; null for a swath.</summary>
    public TileNumber? Tile { get; }

    /// <summary>Begin of the five minutes of a swath (UTC); null for a tile.</summary>
    public TimeOnly? Time { get; }

    /// <summary>Version of the archive from 1 to 999; 61 is Collection 6.1.</summary>
    public int Collection { get; }

    /// <summary>The part of the file name that is known beforehand; the file's name begins with it.</summary>
    public string Prefix => string.Create(CultureInfo.InvariantCulture,
        $"{Product}.A{Day.Year:0000}{Day.DayOfYear:000}.{Place}.{Collection:000}.");

    private string Place => Tile is { } tile
        ? string.Create(CultureInfo.InvariantCulture, $"h{tile.Horizontal:00}v{tile.Vertical:00}")
        : Time!.Value.ToString("HHmm", CultureInfo.InvariantCulture);

    /// <exception cref="ArgumentException">A part is outside its range.</exception>
    public static GranuleName OfTile(string product, DateOnly day, TileNumber tile, int collection) =>
        Checked(product, day, tile, null, collection) ?? throw new ArgumentException("A part of the name is outside its range.");

    /// <exception cref="ArgumentException">A part is outside its range, or the time is none of the five minutes.</exception>
    public static GranuleName OfSwath(string product, DateOnly day, TimeOnly time, int collection) =>
        Checked(product, day, null, time, collection) ?? throw new ArgumentException("A part of the name is outside its range.");

    /// <param name="file">Name of a file without folders.</param>
    /// <returns>What it says, or null when it is not the name of a granule.</returns>
    public static GranuleName? Parse(string file)
    {
        if (Pattern().Match(file) is not { Success: true } match) return null;
        int Number(string group) => int.Parse(match.Groups[group].ValueSpan, CultureInfo.InvariantCulture);
        var (year, day) = (Number("year"), Number("day"));
        if (year < 1 || day < 1 || day > (DateTime.IsLeapYear(year) ? 366 : 365)) return null;
        TileNumber? tile = match.Groups["h"].Success ? new(Number("h"), Number("v")) : null;
        if (tile is null && (Number("hour") > 23 || Number("minute") > 59)) return null;
        TimeOnly? time = tile is null ? new(Number("hour"), Number("minute")) : null;
        return Checked(match.Groups["product"].Value, new DateOnly(year, 1, 1).AddDays(day - 1), tile, time, Number("collection"));
    }

    /// <summary>Whether the text can be a product's id: capital letters, digits and _, at most 20.</summary>
    public static bool IsProductId(string text) => Id().IsMatch(text);

    private static GranuleName? Checked(string product, DateOnly day, TileNumber? tile, TimeOnly? time, int collection) =>
        IsProductId(product)
        && collection is >= 1 and <= 999
        && tile is null or { Horizontal: >= 0 and <= 35, Vertical: >= 0 and <= 17 }
        && (time is not { } begin || begin.Ticks % (MinutesOfSwath * TimeSpan.TicksPerMinute) == 0)
            ? new(product, day, tile, time, collection)
            : null;

    [GeneratedRegex(
        @"^(?<product>[A-Z][A-Z0-9_]*)\.A(?<year>[0-9]{4})(?<day>[0-9]{3})\."
        + @"(h(?<h>[0-9]{2})v(?<v>[0-9]{2})|(?<hour>[0-9]{2})(?<minute>[0-9]{2}))\."
        + @"(?<collection>[0-9]{3})\.([0-9]{13}(\.NRT)?|NRT)\.hdf\z",
        RegexOptions.ExplicitCapture)]
    private static partial Regex Pattern();

    [GeneratedRegex(@"^[A-Z][A-Z0-9_]{0,19}\z")]
    private static partial Regex Id();
}
