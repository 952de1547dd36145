using System.Globalization;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Measurements;

/// <summary>Samples as comma-separated lines below a line of column names; instants in nanoseconds since the start of the measured
/// window.</summary>
public static class SampleText
{
    public const string Header = "client,intendedStartNanoseconds,startNanoseconds,endNanoseconds,bytes,outcome,wireRequests";

    /// <summary>Characters of a line at most, with its end.</summary>
    public const int LongestLine = 160;

    private const int Columns = 7;

    private static readonly string[] OutcomeNames =
        [.. Enum.GetValues<OperationOutcome>().Select(outcome => CamelCase.Of(outcome))];

    private static readonly Dictionary<string, OperationOutcome>.AlternateLookup<ReadOnlySpan<char>> Outcomes =
        Enum.GetValues<OperationOutcome>().ToDictionary(outcome => OutcomeNames[(int)outcome]).GetAlternateLookup<ReadOnlySpan<char>>();

    /// <summary>Writes the line of one sample.</summary>
    /// <param name="sample">The sample.</param>
    /// <param name="line">Room for <see cref="LongestLine"/> characters.</param>
    /// <returns>Characters written; the last is a line feed.</returns>
    /// <exception cref="ArgumentException">There is no room.</exception>
    public static int WriteLine(in Sample sample, Span<char> line) =>
        line.TryWrite(
            CultureInfo.InvariantCulture,
            $"{sample.Client},{sample.IntendedStartNanoseconds},{sample.StartNanoseconds},{sample.EndNanoseconds},{sample.Bytes},"
                + $"{OutcomeNames[(int)sample.Outcome]},{sample.WireRequests}\n",
            out var written)
            ? written
            : throw new ArgumentException($"a sample's line needs room for {LongestLine} characters", nameof(line));

    /// <summary>Reads what was written below the line of column names.</summary>
    /// <exception cref="InvalidDataException">A line is no sample.</exception>
    public static IReadOnlyList<Sample> Read(ReadOnlySpan<char> text)
    {
        var header = text.IndexOf('\n');
        var lines = header < 0 ? [] : text[(header + 1)..];
        var samples = new List<Sample>(lines.Count('\n'));
        foreach (var range in lines.Split('\n'))
        {
            if (lines[range] is { IsEmpty: false } line)
            {
                samples.Add(ReadLine(line) ?? throw new InvalidDataException($"'{FailureText.Clean(line.ToString())}' is no sample"));
            }
        }

        return samples;
    }

    private static Sample? ReadLine(ReadOnlySpan<char> line)
    {
        Span<Range> fields = stackalloc Range[Columns + 1];
        return line.Split(fields, ',') == Columns
            && TryRead(line[fields[0]], out var client) && client is >= 0 and <= int.MaxValue
            && TryRead(line[fields[1]], out var intended)
            && TryRead(line[fields[2]], out var start)
            && TryRead(line[fields[3]], out var end) && end >= start
            && TryRead(line[fields[4]], out var bytes)
            && Outcomes.TryGetValue(line[fields[5]], out var outcome)
            && TryRead(line[fields[6]], out var wireRequests) && wireRequests is >= 0 and <= int.MaxValue
                ? new((int)client, intended, start, end, bytes, outcome, (int)wireRequests)
                : null;
    }

    private static bool TryRead(ReadOnlySpan<char> field, out long value) =>
        long.TryParse(field, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out value);
}
