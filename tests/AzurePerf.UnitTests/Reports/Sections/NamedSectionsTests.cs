using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.UnitTests.Cli;
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
            ["clients", "type", "operations", "failed", "ops/s", "mean ms", "p50 ms", "p95 ms", "p99 ms"],
            section.Tables[0].Columns.Select(column => column.FullHeading));
        Assert.Equal(["2", "read", "300", "3", "20.0", "5.00", "4.00", "-", "-"], Assert.Single(section.Tables[0].Rows).Select(cell => cell.Text));
        Assert.Equal([2, null, 300, 3, 20, 5, 4, null, null], section.Tables[0].Rows[0].Select(cell => cell.Value));
    }

    [Fact]
    public void Each_distribution_has_a_row_in_its_own_unit_with_what_was_cut_off()
    {
        var section = Assert.Single(Of(WithDistribution(1, 3e6), WithDistribution(2, 5e6)));

        Assert.Equal(("distributions", "Distributions"), (section.Id, section.Title));
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

    private static PointRecord WithType(int repetition, double perSecond, params PointFlag[] flags)
    {
        var result = SampleRuns.Summary(2, 100, 5, 1, flags);
        return SampleRuns.Measured(repetition, repetition, """{"clients":2}""", result with
        {
            OperationTypes =
            [
                new()
                {
                    Name = "read",
                    Operations = 100,
                    Outcomes = new() { [OperationOutcome.Ok] = 99, [OperationOutcome.Throttled] = 1 },
                    OperationsPerSecond = new(perSecond, null, perSecond, perSecond / 2),
                    Latency = new(99, 5e6, 1, 1_000_000, 9_000_000, 4_000_000, null, null, null, null),
                },
            ],
        });
    }

    private static PointRecord WithDistribution(int repetition, double p50) => SampleRuns.Measured(
        repetition, repetition, """{"clients":2}""", new()
        {
            Flags = [],
            ElapsedSeconds = 1,
            Distributions = [new() { Name = "life", Unit = "ns", Exact = 9, RightCensored = 2, IntervalCensored = 1, P50 = p50 }],
        });
}
