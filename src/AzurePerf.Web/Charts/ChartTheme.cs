using System.Text.Json.Serialization;
using System.Text.RegularExpressions;

namespace AzurePerf.Web.Charts;

/// <summary>The colours of the portal's light theme for a chart that no page surrounds, read from the portal's own styles.</summary>
/// <param name="Ink">Of text.</param>
/// <param name="Soft">Of less important text.</param>
/// <param name="Line">Of borders.</param>
/// <param name="Grid">Of the lines behind a chart.</param>
/// <param name="Paper">Behind everything.</param>
/// <param name="Raised">Behind what stands out.</param>
/// <param name="Bad">Of limits and changes.</param>
/// <param name="Colors">Of series, in their order.</param>
/// <param name="Heat">From few operations to many.</param>
/// <param name="Font">Families, the first that is there.</param>
internal sealed partial record ChartTheme(
    string Ink, string Soft, string Line, string Grid, string Paper, string Raised, string Bad, IReadOnlyList<string> Colors,
    IReadOnlyList<string> Heat, string Font)
{
    private static readonly Lazy<ChartTheme> LightTheme = new(() => Read(ChartAssets.SiteStyle.Text + ChartAssets.Style.Text));

    /// <summary>As a page shows it in light mode.</summary>
    [JsonIgnore]
    public static ChartTheme Light => LightTheme.Value;

    private static ChartTheme Read(string style)
    {
        var colors = LightColor().Matches(style).ToDictionary(match => match.Groups["name"].Value, match => match.Groups["light"].Value);
        return new(
            colors["ink"], colors["soft"], colors["line"], colors["chart-grid"], colors["paper"], colors["raised"], colors["bad"],
            [.. Enumerable.Range(1, 8).Select(number => colors[$"chart-{number}"])],
            [.. Enumerable.Range(1, 5).Select(number => colors[$"heat-{number}"])],
            Family().Match(style).Groups["family"].Value.Replace('"', '\''));
    }

    [GeneratedRegex(@"--(?<name>[a-z0-9-]+): light-dark\((?<light>#[0-9a-f]{6}),")]
    private static partial Regex LightColor();

    [GeneratedRegex(@"font-family: (?<family>system-ui[^;]*);")]
    private static partial Regex Family();
}
