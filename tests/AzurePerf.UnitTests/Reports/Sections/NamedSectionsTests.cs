using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.UnitTests.Cli;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Reports.Sections;

public sealed class NamedSectionsTests
{
    [Fact]
    public void Each_type_of_operation_has_a_row_with_medians_of_the_repetitions_that_count_and_sums()
    {
        var section = Assert.Single(Of(WithType(1, 10), WithType(2, 30), WithType(3, 20), WithType(4, 900, PointFlag.GeneratorBound)));

        Assert.Equal(("types", "By type of operation"), (section.Id, section.Title));
        Assert.Equal(
            ["clients", "type", "operations", "failed", "ops/s", "mean ms", "95 % interval", "p50 ms", "p90 ms", "p95 ms", "p99 ms"],
            section.Tables[0].Columns.Select(column => column.FullHeading));
        Assert.Equal(["2", "read", "300", "3 (3 throttled)", "20.0", "5.00", "-", "4.00", "-", "-", "-"], Assert.Single(section.Tables[0].Rows).Select(cell => cell.FullText));
        Assert.StartsWith("each number: the median of the repetitions shown; operations and failed: their sums over these", section.Tables[0].Caption, StringComparison.Ordinal);
        Assert.Empty(section.Notes);
        Assert.Equal([2, null, 300, 3, 20, 5, null, 4, null, null, null], section.Tables[0].Rows[0].Select(cell => cell.Value));
    }

    [Fact]
    public void A_mean_has_the_interval_of_a_single_repetition_or_of_six_and_none_between()
    {
        Assert.Equal("4.50 to 5.50", IntervalOf(1));
        Assert.Equal("-", IntervalOf(5));
        Assert.Equal("1.00 to 6.00", IntervalOf(6));

        static string IntervalOf(int repetitions) => CellsOf([.. Enumerable.Range(1, repetitions).Select(number => WithTypes(number, Type("read", repetitions == 1 ? 5e6 : number * 1e6) with { MeanNanosecondsLow = 4.5e6, MeanNanosecondsHigh = 5.5e6 }))])[6];
    }

    [Theory]
    [InlineData(OverloadCause.BacklogGrew, 0)]
    [InlineData(OverloadCause.None, 1)]
    public void Types_of_an_open_loop_that_was_overloaded_or_dropped_starts_have_no_means(OverloadCause cause, long dropped)
    {
        var point = WithTypes(1, Type("read", 2e6) with { PlannedShare = 30, MeanNanosecondsLow = 1e6, MeanNanosecondsHigh = 3e6 }, Type("write", 6e6) with { PlannedShare = 10 });
        var overloaded = point with { Result = point.Result!.With(operations => operations with { OpenLoop = SampleSummary.OpenLoop(cause) with { DroppedStarts = dropped } }) };

        var section = Assert.Single(Of(overloaded));

        Assert.All(section.Tables[0].Rows, row => Assert.Equal(["-", "-"], row.Select(cell => cell.Text).Skip(5).Take(2)));
        Assert.Empty(section.Notes);
    }

    [Fact]
    public void What_has_a_limit_says_how_much_kept_within_it_and_planned_shares_weight_the_mean_of_all()
    {
        var section = Assert.Single(Of(WithTypes(
            1,
            Type("read", 2e6) with { LimitNanoseconds = 1_000_000_000, WithinLimit = 90, PlannedShare = 30 },
            Type("write", 6e6) with { PlannedShare = 10 })));

        Assert.Equal(["limit ms", "within %"], section.Tables[0].Columns.Select(column => column.FullHeading).TakeLast(2));
        Assert.Equal([["1,000", "90.0"], ["-", "-"]], section.Tables[0].Rows.Select(row => row.Select(cell => cell.Text).TakeLast(2).ToArray()));
        Assert.Equal("mean over all types: 5.00 ms as they came, 3.00 ms weighted by the shares that were planned", Assert.Single(section.Notes).Split(": ", 2)[^1]);
    }

    [Fact]
    public void Both_means_over_all_types_are_of_the_same_repetitions()
    {
        var write = Type("write", 6e6) with { PlannedShare = 10 };
        var failing = write with { Outcomes = new() { [OperationOutcome.Throttled] = 1 }, Latency = write.Latency with { Count = 0, MeanNanoseconds = null } };
        OperationTypeSummary[] Types(OperationTypeSummary second) => [Type("read", 2e6) with { PlannedShare = 30 }, second];
        var slow = WithTypes(2, Types(failing));
        slow = slow with { Result = slow.Result!.With(operations => operations with { Latency = operations.Latency with { MeanNanoseconds = 50e6 } }) };
        var dropping = WithTypes(3, Types(write));
        dropping = dropping with { Result = dropping.Result!.With(operations => operations with { OpenLoop = SampleSummary.OpenLoop(OverloadCause.None) with { DroppedStarts = 1 } }) };

        Assert.Equal(
            "mean over all types: 5.00 ms as they came, 3.00 ms weighted by the shares that were planned, of the 1 repetition that has both",
            Assert.Single(Assert.Single(Of(WithTypes(1, Types(write)), slow, dropping)).Notes).Split(": ", 2)[^1]);
    }

    [Fact]
    public void Each_distribution_has_a_row_in_its_own_unit_with_what_was_cut_off()
    {
        var section = Assert.Single(Of(WithDistribution(1, 3e6), WithDistribution(2, 5e6)));

        Assert.Equal(("distributions", "Distributions"), (section.Id, section.Title));
        Assert.StartsWith("each number: the median of the repetitions shown; counts: their sums over these", section.Tables[0].Caption, StringComparison.Ordinal);
        Assert.Equal(["2", "life", "ms", "24", "4", "2", "4.00", "-", "-", "-"], Assert.Single(section.Tables[0].Rows).Select(cell => cell.Text));
    }

    [Fact]
    public void Points_without_either_have_no_such_section() =>
        Assert.Empty(Of(SampleRuns.Measured(1, 1, """{"clients":2}""", SampleRuns.Summary(2, 20, 5, 1))));

    private static IReadOnlyList<ReportSection> Of(params PointRecord[] points)
    {
        var spec = SampleRuns.Run("queue.add", """{"clients":[2]}""").Spec;
        return [.. NamedSections.Of(new(null, spec.Parameters), Shipped.Results(spec, points))];
    }

    private static string[] CellsOf(params PointRecord[] points) => [.. Assert.Single(Of(points)).Tables[0].Rows[0].Select(cell => cell.Text)];

    private static PointRecord WithType(int repetition, double perSecond, params PointFlag[] flags) => SampleRuns.Measured(
        repetition, repetition, """{"clients":2}""", SampleRuns.Summary(2, 100, 5, 1, flags) with
        {
            OperationTypes = [Type("read", 5e6) with { OperationsPerSecond = new(perSecond, null, perSecond, perSecond / 2) }],
        });

    private static PointRecord WithTypes(int repetition, params OperationTypeSummary[] types) =>
        SampleRuns.Measured(repetition, repetition, """{"clients":2}""", SampleRuns.Summary(2, 100, 5, 1) with { OperationTypes = types });

    private static OperationTypeSummary Type(string name, double mean) => new()
    {
        Name = name,
        Operations = 100,
        Outcomes = new() { [OperationOutcome.Ok] = 99, [OperationOutcome.Throttled] = 1 },
        OperationsPerSecond = new(10, null, 10, 5),
        Latency = new(99, mean, 1, 1_000_000, 9_000_000, 4_000_000, null, null, null, null),
    };

    private static PointRecord WithDistribution(int repetition, double p50) => SampleRuns.Measured(
        repetition, repetition, """{"clients":2}""", new()
        {
            Flags = [],
            ElapsedSeconds = 1,
            Distributions = [new() { Name = "life", Unit = "ns", Exact = 9, RightCensored = 2, IntervalCensored = 1, P50 = p50 }],
        });
}
