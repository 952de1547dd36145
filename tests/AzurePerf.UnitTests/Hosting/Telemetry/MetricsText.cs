using System.Globalization;
using System.Text.RegularExpressions;
using Xunit;

namespace AzurePerf.UnitTests.Hosting.Telemetry;

/// <summary>A text in the format of Prometheus, read as strictly as a scraper may: each family is explained once and before its values, and no series stands twice.</summary>
internal sealed partial class MetricsText
{
    private readonly Dictionary<string, string> _types = new(StringComparer.Ordinal);
    private readonly Dictionary<string, double> _values = new(StringComparer.Ordinal);

    private MetricsText(string text)
    {
        var explained = new HashSet<string>(StringComparer.Ordinal);
        foreach (var line in text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Where(line => line != "# EOF"))
        {
            if (Explanation().Match(line) is { Success: true } explanation)
            {
                Assert.True(explained.Add(explanation.Groups["kind"].Value + explanation.Groups["name"].Value), "explained twice: " + line);
                if (explanation.Groups["kind"].Value == "TYPE")
                {
                    Assert.Contains(explanation.Groups["rest"].Value, new[] { "counter", "gauge", "histogram" });
                    _types[explanation.Groups["name"].Value] = explanation.Groups["rest"].Value;
                }
            }
            else
            {
                Add(line);
            }
        }
    }

    public IReadOnlyDictionary<string, string> Types => _types;

    /// <summary>Each series with its labels as they stand in the text, and its value.</summary>
    public IReadOnlyDictionary<string, double> Values => _values;

    public static MetricsText Parse(string text) => new(text);

    /// <summary>What every value of a label is.</summary>
    public IReadOnlyList<string> ValuesOf(string label) => [.. _values.Keys
        .SelectMany(series => Label().Matches(series)).Where(match => match.Groups["name"].Value == label).Select(match => match.Groups["value"].Value).Distinct()];

    public IReadOnlyList<string> Labels => [.. _values.Keys.SelectMany(series => Label().Matches(series)).Select(match => match.Groups["name"].Value).Distinct().Order(StringComparer.Ordinal)];

    private void Add(string line)
    {
        var match = Sample().Match(line);
        Assert.True(match.Success, "no line of the format: " + line);
        var name = match.Groups["name"].Value;
        Assert.True(_types.ContainsKey(name) || _types.ContainsKey(Suffix().Replace(name, "")), "a value without a type: " + line);
        Assert.True(_values.TryAdd(name + match.Groups["labels"].Value, Number(match.Groups["value"].Value)), "a series twice: " + line);
    }

    private static double Number(string text) => text switch
    {
        "+Inf" => double.PositiveInfinity,
        "-Inf" => double.NegativeInfinity,
        _ => double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture),
    };

    [GeneratedRegex("^# (?<kind>HELP|TYPE|UNIT) (?<name>[a-zA-Z_:][a-zA-Z0-9_:]*) (?<rest>.*)$")]
    private static partial Regex Explanation();

    [GeneratedRegex("""^(?<name>[a-zA-Z_:][a-zA-Z0-9_:]*)(?<labels>\{([a-zA-Z_][a-zA-Z0-9_]*="([^"\\]|\\.)*",?)*\})? (?<value>\S+)( \d+)?$""")]
    private static partial Regex Sample();

    [GeneratedRegex("""(?<name>[a-zA-Z_][a-zA-Z0-9_]*)="(?<value>([^"\\]|\\.)*)""" + "\"")]
    private static partial Regex Label();

    [GeneratedRegex("_(bucket|sum|count)$")]
    private static partial Regex Suffix();
}
