using System.Text.Json;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Runs;

/// <summary>What a clean stage removed.</summary>
/// <param name="Counts">How many things of each kind, by the word of the target's kind for it.</param>
/// <param name="Names">Of the first of them.</param>
public sealed record CleanUpResult(IReadOnlyDictionary<string, int> Counts, IReadOnlyList<string> Names)
{
    private const int MostNames = 10;
    private const string Beginning = "removed ";

    /// <summary>Counts what was removed.</summary>
    /// <param name="removed">Kind and name of each.</param>
    public static CleanUpResult Of(IReadOnlyCollection<(string Kind, string Name)> removed) => new(
        new SortedDictionary<string, int>(removed.CountBy(one => one.Kind).ToDictionary(), StringComparer.Ordinal),
        [.. removed.Take(MostNames).Select(one => one.Name)]);

    /// <summary>Reads what <see cref="Write"/> gives back; null for anything else.</summary>
    public static CleanUpResult? TryRead(string text)
    {
        try
        {
            var read = JsonSerializer.Deserialize<CleanUpResult>(text, ApiJson.Options);
            return read is { Counts: not null, Names: not null } ? read : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

    /// <summary>What a run says of it that does nothing else; null where it has not said it.</summary>
    /// <param name="events">Of the run.</param>
    public static string? Said(IEnumerable<RunEvent> events) =>
        events.LastOrDefault(one => one.Message.StartsWith(Beginning, StringComparison.Ordinal))?.Message;

    /// <summary>As it stands in the row of the stage's task.</summary>
    public string Write() => JsonSerializer.Serialize(this, ApiJson.Options);

    /// <summary>"removed 2 databases: azp1d0a1, azp1p1a1", "removed nothing, because ended runs had left nothing".</summary>
    public override string ToString()
    {
        var more = Counts.Values.Sum() - Names.Count;
        return Counts.Count == 0
            ? $"{Beginning}nothing, because ended runs had left nothing"
            : $"{Beginning}{string.Join(", ", Counts.Select(kind => NumberFormat.Counted(kind.Value, kind.Key.ToLowerInvariant())))}: "
                + string.Join(", ", Names) + (more > 0 ? $" and {NumberFormat.Count(more)} more" : "");
    }
}
