using System.Globalization;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Testing.Storage.Service;

/// <summary>A query's filter: comparisons of texts and instants, all of which must hold, or one of those between parentheses. Anything else is refused, so that no test passes on a filter that was not understood.</summary>
internal static partial class TableFilter
{
    public static Func<JsonObject, bool> Read(string? filter)
    {
        if (string.IsNullOrEmpty(filter))
        {
            return _ => true;
        }

        var groups = Group().Matches(filter);
        if (groups.Count == 0 || groups.Sum(match => match.Length) != filter.Length)
        {
            throw new TableRefusalException(400, "InvalidInput");
        }

        var all = groups.Select(group => Comparison().Matches(group.Value).Select(Test).ToArray()).ToArray();
        if (all.Sum(any => any.Length) > RowLimits.Comparisons)
        {
            throw new TableRefusalException(400, "InvalidInput");
        }

        return row => Array.TrueForAll(all, any => Array.Exists(any, test => test(row)));
    }

    private static Predicate<JsonObject> Test(Match comparison)
    {
        var (name, value) = (comparison.Groups["name"].Value, comparison.Groups["value"].Value.Replace("''", "'", StringComparison.Ordinal));
        Predicate<int> holds = comparison.Groups["operator"].Value switch
        {
            "eq" => static order => order == 0,
            "ne" => static order => order != 0,
            "ge" => static order => order >= 0,
            "gt" => static order => order > 0,
            _ => static order => order < 0,
        };
        return comparison.Groups["instant"].Success
            ? row => row[name]?.GetValue<string>() is { } own && holds(InstantOf(own).CompareTo(InstantOf(value)))
            : row => row[name]?.GetValue<string>() is { } own && holds(string.CompareOrdinal(own, value));

        static DateTimeOffset InstantOf(string text) => DateTimeOffset.Parse(text, CultureInfo.InvariantCulture);
    }

    private const string OneComparison = @"\w+ (?:eq|ne|ge|gt|lt) (?:datetime)?'(?:[^']|'')*'";

    [GeneratedRegex($@"(?:{OneComparison}|\({OneComparison}(?: or {OneComparison})*\))(?: and |$)", RegexOptions.Singleline)]
    private static partial Regex Group();

    [GeneratedRegex(@"(?<name>\w+) (?<operator>eq|ne|ge|gt|lt) (?<instant>datetime)?'(?<value>(?:[^']|'')*)'", RegexOptions.Singleline)]
    private static partial Regex Comparison();
}
