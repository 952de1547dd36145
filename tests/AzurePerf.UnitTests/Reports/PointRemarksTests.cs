using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Reports;

public sealed class PointRemarksTests
{
    [Fact]
    public void A_table_of_groups_has_one_line_per_flag_with_the_first_point_that_says_why() => Assert.Equal(
        ["generatorBound in 2 of 3 points; point 1: too busy; woke late", "serviceThrottled in 1 of 3 points; point 3: at 5 operations/s"],
        PointRemarks.Of(
        [
            Point(3, ["a note"], new(PointFlag.GeneratorBound, "too busy"), new(PointFlag.ServiceThrottled, "at 5 operations/s")),
            Point(2, []),
            Point(1, [], new(PointFlag.GeneratorBound, "too busy"), new(PointFlag.GeneratorBound, "woke late")),
        ], eachPoint: false));

    [Fact]
    public void A_table_of_points_has_every_reason_and_note() => Assert.Equal(
        ["point 1: generatorBound: too busy", "point 1: a note", "point 2: another"],
        PointRemarks.Of([Point(2, ["another"]), Point(1, ["a note"], new FlagReason(PointFlag.GeneratorBound, "too busy"))], eachPoint: true));

    [Fact]
    public void Of_many_lines_the_first_ten_are_shown() =>
        Assert.Equal("... and 2 more notes; csv and json have all", PointRemarks.Notes(Enumerable.Range(1, 12).Select(number => Point(number, ["a note"])))[10]);

    [Fact]
    public void The_portal_names_an_example_for_each_flag() =>
        Assert.Equal("For example point 1: too busy.", PointRemarks.FirstReasons([Point(1, [], new FlagReason(PointFlag.GeneratorBound, "too busy"))])[PointFlag.GeneratorBound]);

    [Fact]
    public void Points_without_figures_or_reasons_say_nothing() =>
        Assert.Empty(PointRemarks.Of([Point(1, []), Point(2, []) with { Result = null }], eachPoint: true));

    private static PointRecord Point(int number, string[] notes, params FlagReason[] reasons) => new()
    {
        Number = number,
        Repetition = 1,
        Levels = new JsonObject(),
        Status = PointStatus.Measured,
        Attempt = 1,
        Result = SampleSummary.Of(1, [.. reasons.Select(reason => reason.Flag).Distinct()]) with { Reasons = reasons, Notes = notes },
    };
}
