using System.Globalization;
using System.Text;

namespace AzurePerf.Imagery.Stations;

/// <summary>
/// Reads readings from CSV (RFC 4180): a first line that names the columns name, latitude, longitude, time and value, in any order and
/// among others, then one reading a line. Times are ISO 8601,
/// with a space or a T before the hour; one without an offset is in UTC.
/// </summary>
public static class StationFile
{
    private static readonly string[] Columns = ["name", "latitude", "longitude", "time", "value"];
    private static readonly string[] Times =
        ["yyyy-MM-dd'T'HH:mmK", "yyyy-MM-dd'T'HH:mm:ssK", "yyyy-MM-dd'T'HH:mm:ss.FFFFFFFK", "yyyyMMdd'T'HHmmK", "yyyyMMdd'T'HHmmssK"];

    /// <summary>Reads all readings.</summary>
    /// <param name="reader">The text.</param>
    /// <returns>The readings in their order, and everything that is wrong: a clause each, which begins with its line and says what to
    /// write.</returns>
    public static (IReadOnlyList<StationReading> Readings, IReadOnlyList<string> Faults) Read(TextReader reader)
    {
        var (readings, faults) = (new List<StationReading>(), new List<string>());
        int[]? places = null;
        foreach (var (line, fields) in Records(reader, faults))
        {
            if (places is null)
            {
                places = Places(line, fields, faults);
                if (places is null)
                    return ([], faults);
            }
            else if (fields is not [""] && Reading(line, fields, places, faults) is { } reading)
            {
                readings.Add(reading);
            }
        }

        if (places is null && faults.Count == 0)
            faults.Add($"line 1 is missing: it names the columns {string.Join(", ", Columns)}");
        return (readings, faults);
    }

    private static int[]? Places(int line, List<string> header, List<string> faults)
    {
        var names = header.ConvertAll(name => name.Trim().TrimStart('\uFEFF').ToLowerInvariant());
        var places = Columns.Select(column => names.IndexOf(column)).ToArray();
        var missing = Columns.Where((_, column) => places[column] < 0).ToArray();
        if (missing.Length == 0)
            return places;
        faults.Add($"line {line} names no column {string.Join(", ", missing)}: it names the columns, with commas between them");
        return null;
    }

    private static StationReading? Reading(int line, List<string> fields, int[] places, List<string> faults)
    {
        var before = faults.Count;
        if (places.Max() >= fields.Count)
        {
            faults.Add($"line {line} has {fields.Count} of {places.Max() + 1} fields: write one for each column, with commas between them");
            return null;
        }

        var (latitude, longitude) = (Number(1, 90), Number(2, 180));
        if (!DateTimeOffset.TryParseExact(
            fields[places[3]].Trim().Replace(' ', 'T'),
            Times,
            CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal,
            out var time))
        {
            faults.Add($"line {line} has the time '{Shown(3)}': write it as 2024-01-25T10:30:00Z");
        }

        var value = Number(4, double.MaxValue);
        return faults.Count > before ? null : new StationReading(fields[places[0]].Trim(), latitude, longitude, time, value);

        double Number(int column, double largest)
        {
            if (double.TryParse(fields[places[column]], NumberStyles.Float, CultureInfo.InvariantCulture, out var number)
                && Math.Abs(number) <= largest)
            {
                return number;
            }

            var range = largest < double.MaxValue ? string.Create(CultureInfo.InvariantCulture, $" from {-largest} to {largest}") : "";
            faults.Add($"line {line} has the {Columns[column]} '{Shown(column)}': write a number{range}, with a point before decimals");
            return 0;
        }

        string Shown(int column)
        {
            var text = fields[places[column]].Trim();
            return text.Length <= 40 ? text : text[..39] + "…";
        }
    }

    /// <summary>The fields of each record, with the line that it begins in.</summary>
    private static IEnumerable<(int Line, List<string> Fields)> Records(TextReader reader, List<string> faults)
    {
        var (fields, field, line, begin, quote) = (new List<string>(), new StringBuilder(), 1, 1, 0);
        for (int character; (character = reader.Read()) >= 0;)
        {
            line += character == '\n' ? 1 : 0;
            if (character == '"' && quote > 0 && reader.Peek() == '"')
                field.Append((char)reader.Read());
            else if (character == '"')
                quote = quote > 0 ? 0 : line;
            else if (quote > 0 || character is not (',' or '\r' or '\n'))
                field.Append((char)character);
            else if (character != '\r')
            {
                fields.Add(field.ToString());
                field.Clear();
                if (character == ',')
                    continue;
                yield return (begin, fields);
                (fields, begin) = ([], line);
            }
        }

        if (quote > 0)
            faults.Add($"line {quote} has a quotation mark that nothing ends: write a second one after the text");
        else if (fields.Count > 0 || field.Length > 0)
            yield return (begin, [.. fields, field.ToString()]);
    }
}

/// <summary>What a sensor on the ground measured once.</summary>
/// <param name="Station">Its name.</param>
/// <param name="Latitude">Degrees, -90 to 90.</param>
/// <param name="Longitude">Degrees, -180 to 180.</param>
/// <param name="Time">When.</param>
/// <param name="Value">In the unit of the product it is compared with.</param>
public sealed record StationReading(string Station, double Latitude, double Longitude, DateTimeOffset Time, double Value);
