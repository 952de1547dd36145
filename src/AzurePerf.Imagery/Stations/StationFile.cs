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
    /// <exception cref="UnreadableFileException">A column is missing, or a line does not hold a reading; the message names the
    /// line.</exception>
    public static IReadOnlyList<StationReading> Read(TextReader reader)
    {
        var readings = new List<StationReading>();
        int[]? places = null;
        var line = 1;
        foreach (var fields in Records(reader))
        {
            if (places is null)
                places = Places(fields);
            else if (fields is not [""])
                readings.Add(Reading(fields, places, line));
            line++;
        }

        return places is null ? throw new UnreadableFileException("The file of readings is empty.") : readings;
    }

    private static int[] Places(List<string> header)
    {
        var names = header.ConvertAll(name => name.Trim().TrimStart('\uFEFF').ToLowerInvariant());
        var places = Columns.Select(column => names.IndexOf(column)).ToArray();
        var missing = Array.IndexOf(places, -1);
        return missing < 0 ? places : throw new UnreadableFileException($"The readings have no column {Columns[missing]}.");
    }

    private static StationReading Reading(List<string> fields, int[] places, int line)
    {
        if (places.Max() >= fields.Count)
            throw Wrong("too few fields");
        if (!DateTimeOffset.TryParseExact(
            fields[places[3]].Trim().Replace(' ', 'T'),
            Times,
            CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal | DateTimeStyles.AdjustToUniversal,
            out var time))
        {
            throw Wrong("no time");
        }

        return new StationReading(fields[places[0]].Trim(), Number(1, 90), Number(2, 180), time, Number(4, double.MaxValue));

        double Number(int column, double largest) =>
            double.TryParse(fields[places[column]], NumberStyles.Float, CultureInfo.InvariantCulture, out var value)
                && Math.Abs(value) <= largest
                ? value
                : throw Wrong($"no {Columns[column]}");

        UnreadableFileException Wrong(string what) => new($"Reading {line} has {what}.");
    }

    private static IEnumerable<List<string>> Records(TextReader reader)
    {
        var (fields, field, quoted) = (new List<string>(), new StringBuilder(), false);
        for (int character; (character = reader.Read()) >= 0;)
        {
            if (character == '"' && quoted && reader.Peek() == '"')
                field.Append((char)reader.Read());
            else if (character == '"')
                quoted = !quoted;
            else if (quoted || character is not (',' or '\r' or '\n'))
                field.Append((char)character);
            else if (character != '\r')
            {
                fields.Add(field.ToString());
                field.Clear();
                if (character == ',')
                    continue;
                yield return fields;
                fields = [];
            }
        }

        if (quoted)
            throw new UnreadableFileException("The readings end within quotes.");
        if (fields.Count > 0 || field.Length > 0)
            yield return [.. fields, field.ToString()];
    }
}

/// <summary>What a sensor on the ground measured once.</summary>
/// <param name="Station">Its name.</param>
/// <param name="Latitude">Degrees, -90 to 90.</param>
/// <param name="Longitude">Degrees, -180 to 180.</param>
/// <param name="Time">When.</param>
/// <param name="Value">In the unit of the product it is compared with.</param>
public sealed record StationReading(string Station, double Latitude, double Longitude, DateTimeOffset Time, double Value);
