using System.Text.Json.Nodes;
using System.Text.RegularExpressions;

namespace AzurePerf.Testing.Storage.Service;

/// <summary>A query's filter: comparisons of text properties, all of which must hold. Anything else is refused, so that no test passes on a filter that was not understood.</summary>
internal static partial class TableFilter
{
    public static Func<JsonObject, bool> Read(string? filter)
    {
        if (string.IsNullOrEmpty(filter))
        {
            return _ => true;
        }

        var comparisons = Comparison().Matches(filter);
        return comparisons.Sum(match => match.Length) == filter.Length && comparisons.Count > 0
            ? row => comparisons.All(match => Holds(row, match))
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
            _ => order < 0,
        };
    }

    [GeneratedRegex(@"\(?(?<name>\w+) (?<operator>eq|ne|ge|lt) '(?<value>(?:[^']|'')*)'\)?(?: and |$)", RegexOptions.Singleline)]
    private static partial Regex Comparison();
}
