using System.Globalization;

namespace AzurePerf.Imagery.Stations;

/// <summary>How products agree with the ground.</summary>
/// <param name="Count">Matches with a value of the product.</param>
/// <param name="Bias">Mean of product minus reading; NaN without matches.</param>
/// <param name="Rmse">Root of the mean squared difference; NaN without matches.</param>
/// <param name="Correlation">Pearson's, -1 to 1; NaN for fewer than two matches or values that do not differ.</param>
public sealed record StationComparison(int Count, double Bias, double Rmse, double Correlation)
{
    /// <summary>Compares the nearest cells, or the means around them, with the readings.</summary>
    /// <param name="matches">In any order; the sums are made in it.</param>
    /// <param name="around">Whether the means around are compared.</param>
    public static StationComparison Of(IReadOnlyList<StationMatch> matches, bool around = false)
    {
        var pairs = Scatter(matches, around);
        var (ground, product) = (pairs.Sum(pair => pair.Ground) / pairs.Count, pairs.Sum(pair => pair.Product) / pairs.Count);
        double squares = 0, both = 0, first = 0, second = 0;
        foreach (var pair in pairs)
        {
            squares += (pair.Product - pair.Ground) * (pair.Product - pair.Ground);
            both += (pair.Ground - ground) * (pair.Product - product);
            first += (pair.Ground - ground) * (pair.Ground - ground);
            second += (pair.Product - product) * (pair.Product - product);
        }

        return new StationComparison(
            pairs.Count,
            product - ground,
            pairs.Count == 0 ? double.NaN : Math.Sqrt(squares / pairs.Count),
            first > 0 && second > 0 ? both / Math.Sqrt(first * second) : double.NaN);
    }

    /// <summary>The points of a scatter plot: those that have both values.</summary>
    public static IReadOnlyList<(double Ground, double Product)> Scatter(IEnumerable<StationMatch> matches, bool around = false) =>
        [.. from match in matches
            let value = around ? match.Around : match.Nearest
            where value is not null
            select (match.Reading.Value, value.Value)];

    /// <summary>Writes the matches as CSV, one a line after a line of names; what is not known is empty.</summary>
    public static void WriteCsv(TextWriter writer, IEnumerable<StationMatch> matches)
    {
        writer.Write("name,latitude,longitude,time,value,image,imageBegin,imageEnd,minutesApart,nearest,mean3x3,cells3x3,quality\n");
        foreach (var match in matches)
        {
            var reading = match.Reading;
            writer.Write(string.Create(
                CultureInfo.InvariantCulture,
                $"{Quoted(reading.Station)},{reading.Latitude:R},{reading.Longitude:R},{Moment(reading.Time)},{reading.Value:R},"));
            writer.Write(string.Create(
                CultureInfo.InvariantCulture,
                $"{Quoted(match.Image)},{Moment(match.Time?.Begin)},{Moment(match.Time?.End)},{match.MinutesApart:0.##},"
                + $"{match.Nearest:R},{match.Around:R},{match.CellsAround},{Quoted(match.Quality)}\n"));
        }
    }

    private static string Moment(DateTimeOffset? time) =>
        time?.UtcDateTime.ToString("yyyy-MM-dd'T'HH:mm:ss'Z'", CultureInfo.InvariantCulture) ?? "";

    // A spreadsheet takes a text that begins like a formula for one.
    private static string Quoted(string text)
    {
        if (text.Length > 0 && text[0] is '=' or '+' or '-' or '@' or '\t' or '\r')
            text = "'" + text;
        return text.AsSpan().IndexOfAny(",\"\r\n") < 0 ? text : $"\"{text.Replace("\"", "\"\"", StringComparison.Ordinal)}\"";
    }
}
