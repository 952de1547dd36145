using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace AzurePerf.Testing.Storage.Service;

/// <summary>A query's filter: comparisons of text properties, all of which must hold, or one of those between parentheses. Anything else is refused, so that no test passes on a filter that was not understood.</summary>
internal static partial class TableFilter
{
    public static Func<JsonObject, bool> Read(string? filter)
    {
        if (string.IsNullOrEmpty(filter))
        {
            return _ => true;
        }

        var groups = Group().Matches(filter);
        return groups.Sum(match => match.Length) == filter.Length && groups.Count > 0
            ? row => groups.All(group => Comparison().Matches(group.Value).Any(match => Holds(row, match)))
            : throw new TableRefusalException(400, "InvalidInput");
    }

    private static bool Holds(JsonObject row, Match comparison)
    {
        if (row[comparison.Groups["name"].Value]?.GetValue<string>() is not { } value)
        {
            return false;
        }

        var order = string.CompareOrdinal(value, comparison.Groups["value"].Value.Replace("''", "'", StringComparison.Ordinal));
        return comparison.Groups["operator"].Value switch
        {
            "eq" => order == 0,
            "ne" => order != 0,
            "ge" => order >= 0,
            "gt" => order > 0,
            _ => order < 0,
        };
    }

    private const string OneComparison = @"\w+ (?:eq|ne|ge|gt|lt) '(?:[^']|'')*'";

    [GeneratedRegex($@"(?:{OneComparison}|\({OneComparison}(?: or {OneComparison})*\))(?: and |$)", RegexOptions.Singleline)]
    private static partial Regex Group();

    [GeneratedRegex(@"(?<name>\w+) (?<operator>eq|ne|ge|gt|lt) '(?<value>(?:[^']|'')*)'", RegexOptions.Singleline)]
    private static partial Regex Comparison();
}
