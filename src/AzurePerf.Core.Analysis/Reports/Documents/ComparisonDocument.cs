using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Documents;

/// <summary>A comparison to keep or send: the verdict, how sure, the curves, the numbers, what speaks against it, the settings.</summary>
public static class ComparisonDocument
{
    /// <param name="group">What is compared.</param>
    /// <param name="charts">Of the same runs.</param>
    /// <param name="origin">When and from where it was made, as a sentence.</param>
    public static ReportDocument Of(ComparedGroup group, IReadOnlyList<Chart> charts, string origin)
    {
        ArgumentNullException.ThrowIfNull(group);
        return new()
        {
            Title = group.Title,
            Subject = group.Facts,
            Answers = [.. group.Comparisons.Select(comparison => AnswerOf(group, comparison))],
            Charts = charts,
            ChartFile = $"{group.Experiment.Id}-{{chart}}",
            ChartSource = $"{group.Experiment.Id}, runs {string.Join(", ", group.Runs.Select(run => run.Id))}, measured with AzurePerf",
            Sections = [NumbersOf(group), .. group.Sections, .. CautionsOf(group), SettingsOf(group)],
            Origin = origin,
        };
    }

    private static DocumentAnswer AnswerOf(ComparedGroup group, ComparisonResponse comparison)
    {
        var about = group.Comparisons.Count > 1 ? comparison.Candidate.Title : "";
        if (comparison.Answer is not { } answer)
        {
            var difference = "Nothing in common: " + LevelDifference.Of(group.Experiment.Parameters, comparison);
            return new(ComparisonVerdict.NotComparable, difference) { About = about };
        }

        return new(answer.Verdict, answer.Sentence)
        {
            About = about,
            Rest = answer.Rest,
            Confidence = answer.Confidence,
            Reason = Sentence.Start(answer.Reason) + ".",
            Next = answer.Next,
        };
    }

    private static ReportSection NumbersOf(ComparedGroup group)
    {
        var first = group.Comparisons[0];
        var several = group.Comparisons.Count > 1;
        var unit = MetricText.Unit(first.Unit);
        SectionColumn[] run = several ? [new("run", IsNumber: false)] : [];
        return new()
        {
            Id = "numbers",
            Title = "Numbers",
            Tables =
            [
                new("Change by configuration", ComparisonText.ChangeRemark(group.Comparisons.SelectMany(comparison => comparison.Points)),
                    [
                        new("configuration", IsNumber: false), .. run, new("change") { Leads = true }, new("95 % CI") { IsRange = true },
                        new("p"), new("baseline", unit), new("n"), new("run", unit), new("n"), new("verdict", IsNumber: false),
                    ],
                    [.. group.Comparisons.SelectMany(comparison => comparison.Points,
                        (comparison, point) => Row(group.NameOf(point.Levels), comparison, point, several))]),
            ],
            Notes =
            [
                .. group.Told(ComparisonText.Reasons),
                .. group.Omissions,
                .. group.Comparisons.SelectMany(comparison => comparison.Series).Select(SeriesText.Summary),
                .. group.Adjustments is { Length: > 0 } adjustments ? [adjustments.TrimEnd('.')] : Array.Empty<string>(),
                .. NoiseFloorText.Missing([.. group.Comparisons.SelectMany(comparison => comparison.Points)]) is { } missing
                    ? [$"There is {missing}"]
                    : Array.Empty<string>(),
            ],
        };
    }

    private static IReadOnlyList<SectionCell> Row(
        string levels, ComparisonResponse comparison, ComparedPointResponse point, bool several)
    {
        SectionCell[] run = several ? [new(comparison.Candidate.Title)] : [];
        return
        [
            new(levels),
            .. run,
            new(ComparisonText.Change(point.Ratio), point.Ratio),
            new(ComparisonText.Changes(point.RatioLow, point.RatioHigh))
            {
                Range = point is { RatioLow: { } low, RatioHigh: { } high } ? (low, high) : null,
            },
            new(ComparisonText.Probability(point.AdjustedProbability), point.AdjustedProbability),
            MetricText.Cell(point.Baseline.Median, comparison.Unit),
            new(NumberFormat.Count(point.Baseline.Repetitions), point.Baseline.Repetitions),
            MetricText.Cell(point.Candidate.Median, comparison.Unit),
            new(NumberFormat.Count(point.Candidate.Repetitions), point.Candidate.Repetitions),
            new(ComparisonText.Of(point, comparison.Quantity)),
        ];
    }

    private static IEnumerable<ReportSection> CautionsOf(ComparedGroup group)
    {
        string[] cautions = [.. group.Cautions.Select(one => group.Comparisons.Count > 1
            ? $"{ComparedGroup.NamesOf(one.Candidates)}: {one.Caution}"
            : Sentence.Start(one.Caution))];
        return cautions.Length == 0 ? [] : [new() { Id = "cautions", Title = "Cautions", Notes = cautions }];
    }

    private static ReportSection SettingsOf(ComparedGroup group)
    {
        IReadOnlyList<SectionCell> Line(string name, Func<int, string> value) =>
            [new(name), .. group.Runs.Select((_, index) => new SectionCell(value(index)))];

        string OfSides(int run, Func<ComparedSideResponse, string> read) => DistinctText.Of(
            run == 0
                ? group.Comparisons.SelectMany(comparison => comparison.Points).Select(point => read(point.Baseline))
                : group.Comparisons[run - 1].Points.Select(point => read(point.Candidate)));

        IReadOnlyList<SectionCell>[] rows =
        [
            Line("run", run => group.Runs[run].Id),
            Line("submitted", run => $"{NumberFormat.Minute(group.Runs[run].SubmittedAt)} by {group.Runs[run].Owner}"),
            Line("target", run => group.Specs[run].Target),
            Line("scale", run => OfSides(run, side => side.Scale) is { Length: > 0 } scale ? scale : group.Specs[run].Scale),
            Line("repetitions", run => NumberFormat.Count(group.Specs[run].Repetitions)),
            Line("workers", run => NumberFormat.Count(group.Specs[run].Workers)),
            .. group.Experiment.Parameters.Select(parameter =>
                Line(parameter.Name, run => LevelText.Of(group.Specs[run].Parameters[parameter.Name], parameter.Unit))),
            Line("seed", run => group.Specs[run].Seed.ToString(CultureInfo.InvariantCulture)),
            Line("build", run => OfSides(run, side => side.Build)),
            Line("client libraries", run => OfSides(run, side => side.Sdk)),
            Line("machine", run => OfSides(run, side => side.Size)),
            Line("region", run => OfSides(run, side => side.Region)),
            Line("criteria", run => group.Runs[run].Criteria is { } verdict ? CriteriaText.Of(verdict) : ""),
            Line("tags", run => ComparedGroup.TagsOf(group.Runs[run]).Trim(' ', '[', ']')),
        ];
        return new()
        {
            Id = "settings",
            Title = "Settings",
            Tables =
            [
                new("Settings of the runs", "allowed to differ: " + Across(group.Comparisons[0]),
                    [
                        new("", IsNumber: false),
                        .. group.Runs.Select((run, index) =>
                            new SectionColumn(index == 0 ? $"baseline: {run.Title}" : run.Title, IsNumber: false)),
                    ],
                    [.. rows.Where(row => row.Skip(1).Any(cell => cell.Text.Length > 0))]),
            ],
        };
    }

    private static string Across(ComparisonResponse comparison) =>
        comparison.Across.Count == 0 ? "nothing" : string.Join(", ", comparison.Across.Select(ObstacleText.Of));
}
