using AzurePerf.Core.Charts;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Trends;

namespace AzurePerf.Core.Reports.Documents;

/// <summary>A trend to keep or send: what lasts, the chart, the runs.</summary>
public static class TrendDocument
{
    /// <param name="title">What the runs have in common.</param>
    /// <param name="trend">Of one configuration.</param>
    /// <param name="settings">Names and values: what the runs asked for.</param>
    /// <param name="charts">Of the trend.</param>
    /// <param name="origin">When and from where it was made, as a sentence.</param>
    /// <param name="experiment">Of the runs; null where nobody knows it.</param>
    public static ReportDocument Of(
        string title, Trend trend, IReadOnlyList<(string Name, string Value)> settings, IReadOnlyList<Chart> charts, string origin,
        ExperimentDefinition? experiment = null)
    {
        ArgumentNullException.ThrowIfNull(trend);
        return new()
        {
            Title = title,
            Answers = [AnswerOf(trend)],
            Charts = charts,
            Sections = [.. ChangesOf(trend), ValuesOf(trend), .. DisclaimerSection.Of(experiment), SettingsOf(settings)],
            Origin = origin,
        };
    }

    /// <summary>The newest lasting change, or that there is none.</summary>
    public static DocumentAnswer AnswerOf(Trend trend)
    {
        ArgumentNullException.ThrowIfNull(trend);
        var (verdict, sentence) = trend switch
        {
            { Changes: [.., var newest] } => (
                WayOf(trend, newest.After > newest.Before),
                $"Changed on {NumberFormat.Minute(newest.At)}, {TrendText.Change(trend, newest)}"),
            { Drift: { } drift } => (
                WayOf(trend, drift.LastOverFirst > 1), $"{(drift.LastOverFirst > 1 ? "Rises" : "Falls")} from run to run"),
            { Measured: < Trend.FewestForChanges } => (
                ComparisonVerdict.Undecided,
                $"Too few values to look for a change: {NumberFormat.Count(trend.Measured)} of {Trend.FewestForChanges}"),
            _ => (
                // That none was found does not show that there is none.
                ComparisonVerdict.Undecided,
                $"No lasting change was found in {NumberFormat.Counted(trend.Measured, "value")}"),
        };
        return new(verdict, sentence) { Rest = TrendText.Caption(trend) };
    }

    private static ComparisonVerdict WayOf(Trend trend, bool rises) =>
        rises == trend.HigherIsBetter ? ComparisonVerdict.Improved : ComparisonVerdict.Regressed;

    private static IEnumerable<ReportSection> ChangesOf(Trend trend) => trend.Changes.Count == 0 ? [] :
    [
        new()
        {
            Id = "changes",
            Title = "Lasting changes",
            Notes =
            [
                .. trend.Changes.Select(change =>
                    $"{NumberFormat.Instant(change.At)} {TrendText.Change(trend, change)}, with run {change.RunId}"),
                TrendText.Method,
            ],
        },
    ];

    private static ReportSection ValuesOf(Trend trend)
    {
        var unit = MetricText.Unit(trend.Unit);
        return new()
        {
            Id = "values",
            Title = "Numbers",
            Tables =
            [
                new("Runs of this trend", "medians per run, the newest first",
                    [
                        new("run", IsNumber: false), new("time", IsNumber: false), new("state", IsNumber: false),
                        new("median", unit) { Leads = true }, new("95 % interval"), new("repetitions"), new("note", IsNumber: false),
                    ],
                    [.. trend.Values.Reverse().Select(value => (IReadOnlyList<SectionCell>)
                    [
                        new(value.RunId), new(NumberFormat.Instant(value.At)), new(CamelCase.Of(value.Status)),
                        MetricText.Cell(value.Value, trend.Unit), new(TrendText.Interval(trend, value)),
                        new(NumberFormat.Count(value.Repetitions), value.Repetitions), new(TrendText.Note(value)),
                    ])]),
            ],
        };
    }

    private static ReportSection SettingsOf(IReadOnlyList<(string Name, string Value)> settings) => new()
    {
        Id = "settings",
        Title = "Settings",
        Tables =
        [
            new("Settings of the runs", "the same in all of them", [new("", IsNumber: false), new("value", IsNumber: false)],
                [.. settings.Select(setting => (IReadOnlyList<SectionCell>)[new(setting.Name), new(setting.Value)])]),
        ],
    };
}
