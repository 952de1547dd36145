using System.Globalization;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements;

/// <summary>Reads what <see cref="SampleText"/> wrote.</summary>
public static class SampleTextReader
{
    private const int Columns = 7;

    private static readonly Dictionary<string, OperationOutcome> Outcomes =
        Enum.GetValues<OperationOutcome>().ToDictionary(outcome => CamelCase.Of(outcome));

    /// <exception cref="InvalidDataException">A line is no sample.</exception>
    public static IReadOnlyList<Sample> Read(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var samples = new List<Sample>();
        foreach (var line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Skip(1))
        {
            samples.Add(ReadLine(line) ?? throw new InvalidDataException($"'{FailureText.Clean(line)}' is no sample"));
        }

        return samples;
    }

    private static Sample? ReadLine(string line)
    {
        var fields = line.Split(',');
        return fields.Length == Columns
            && TryRead(fields[0], out var client) && client is >= 0 and <= int.MaxValue
            && TryRead(fields[1], out var intended)
            && TryRead(fields[2], out var start)
            && TryRead(fields[3], out var end) && end >= start
            && TryRead(fields[4], out var bytes)
            && Outcomes.TryGetValue(fields[5], out var outcome)
            && TryRead(fields[6], out var wireRequests) && wireRequests is >= 0 and <= int.MaxValue
                ? new((int)client, intended, start, end, bytes, outcome, (int)wireRequests)
                : null;
    }

    private static bool TryRead(string field, out long value) =>
        long.TryParse(field, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out value);
}
