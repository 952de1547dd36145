using System.Globalization;

namespace AzurePerf.Benchmarks.Versus;

/// <summary>What people read instead of the JSON line.</summary>
internal static class VersusText
{
    private const int LabelWidth = 30;

    public static IEnumerable<string> Lines(VersusResult result)
    {
        var entry = result.Entry;
        yield return $"{entry.Name} ({(entry.Better == Preference.Lower ? "lower" : "higher")} is better)";
        yield return Line("ours", Estimate(result.Figures?.Ours, entry.Unit));
        yield return Line("theirs", Estimate(result.Figures?.Theirs, entry.Unit));
        yield return Line("ratio (ours / theirs)", Estimate(result.Figures?.Ratio, ""));
        yield return Line("pairs", (result.Figures?.Pairs ?? 0).ToString(CultureInfo.InvariantCulture));
        foreach (var (name, value) in result.Extra)
        {
            yield return Line(name, value?.ToJsonString() ?? "-");
        }

        yield return Line("goal", entry.Goal);
        yield return Line("holds", HoldsText(result));
        yield return Line("tool", result.Tool ?? "-");
        yield return Line("setup", result.Setup);
        foreach (var flag in result.Flags)
        {
            yield return Line("flag", flag);
        }
    }

    /// <summary>One line per entry: its name, goal and the tools it needs.</summary>
    public static IEnumerable<string> Catalogue(IReadOnlyList<IVersusEntry> entries)
    {
        var nameWidth = Width("name", entries.Select(entry => entry.Name));
        var goalWidth = Width("goal", entries.Select(entry => entry.Goal));
        yield return $"{"name".PadRight(nameWidth)}{"goal".PadRight(goalWidth)}needs";
        foreach (var entry in entries)
        {
            var tools = entry.Tools.Count == 0 ? "nothing" : string.Join(", ", entry.Tools.Select(tool => $"{tool.Name} ({tool.Installation})"));
            yield return $"{entry.Name.PadRight(nameWidth)}{entry.Goal.PadRight(goalWidth)}{tools}";
        }
    }

    /// <summary>A figure with six significant digits and no exponent.</summary>
    public static string Number(double value) => VersusJson.Rounded(value).ToString("#,0.######", CultureInfo.InvariantCulture);

    private static string HoldsText(VersusResult result) => result switch
    {
        { Figures: null } => "not measured",
        { Holds: null } => "undecided",
        { Holds: true } => "yes",
        _ => "no",
    };

    private static string Line(string label, string text) => $"  {label.PadRight(LabelWidth)}{text}";

    private static int Width(string title, IEnumerable<string> texts) => texts.Append(title).Max(text => text.Length) + 2;

    private static string Estimate(Estimate? estimate, string unit)
        => estimate is { } known ? $"{Number(known.Median)} {unit}".TrimEnd() + $"  [{Number(known.Low)} .. {Number(known.High)}]" : "-";
}
