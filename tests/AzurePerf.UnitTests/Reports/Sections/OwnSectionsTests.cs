using System.Text.Json;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Sql;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;
using AzurePerf.UnitTests.Comparisons;
using AzurePerf.UnitTests.Experiments.Sql;
using Xunit;

namespace AzurePerf.UnitTests.Reports.Sections;

/// <summary>Sections come from the code of experiments, and their faults are no one else's.</summary>
public sealed class OwnSectionsTests
{
    private const string Failed = "the experiment's own sections could not be made: ";

    [Fact]
    public void An_experiment_whose_own_section_fails_has_all_others_and_one_that_says_so()
    {
        var definition = SqlScaleOptions.Definition with { Sections = measured => [new() { Id = "first", Title = measured.Names.TextOf(measured.Levels[0].Levels) }] };

        var before = RunReport.Of(definition, ScaleFiguresTests.Spec, "run", RunStatus.Running, false, []);
        var after = RunReport.Of(definition, ScaleFiguresTests.Spec, "run", RunStatus.Completed, false, ScaleFiguresTests.Points);

        Assert.StartsWith($"{Failed}ArgumentOutOfRangeException: ", Assert.Single(NotesOf(before.Sections)), StringComparison.Ordinal);
        Assert.Contains(before.Sections, section => section.Id == DisclaimerSection.Id);
        Assert.Empty(NotesOf(after.Sections));
        Assert.Contains(after.Sections, section => section.Id == "first");
    }

    [Fact]
    public void An_experiment_whose_own_part_of_a_comparison_fails_is_compared_all_the_same()
    {
        var run = ComparedRuns.Of((1, [100, 101, 102, 103, 104, 105]));
        var failing = run with { Experiment = run.Experiment! with { Compared = (_, _) => throw new FormatException("no number") } };

        var comparison = ComparedRuns.Compare(failing, run);

        Assert.Single(comparison.Points);
        Assert.Equal([$"{Failed}FormatException: no number"], NotesOf(comparison.Sections));
    }

    [Fact]
    public void A_number_of_an_own_section_that_is_not_finite_is_left_out_of_its_cell()
    {
        var table = new SectionTable("hits", "", [new("hits")], [[SectionCell.Number(double.NaN)], [SectionCell.Number(0.5)]]);
        var definition = SqlScaleOptions.Definition with { Sections = _ => [new() { Id = "hits", Title = "Hits", Tables = [table] }] };

        var points = RunReport.Of(definition, ScaleFiguresTests.Spec, "run", RunStatus.Completed, false, ScaleFiguresTests.Points);

        var cells = Assert.Single(points.Sections.Single(section => section.Id == "hits").Tables).Rows.Select(row => row[0]);
        Assert.Equal([("-", null), ("0.500", 0.5)], cells.Select(cell => (cell.Text, cell.Value)));
        Assert.NotEmpty(JsonSerializer.Serialize(points, ApiJson.Options));
    }

    private static IEnumerable<string> NotesOf(IEnumerable<ReportSection> sections) =>
        sections.SelectMany(section => section.Notes).Where(note => note.StartsWith(Failed, StringComparison.Ordinal));
}
