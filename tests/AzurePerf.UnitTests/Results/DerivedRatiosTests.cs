using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager;
using Xunit;

namespace AzurePerf.UnitTests.Results;

public sealed class DerivedRatiosTests
{
    [Fact]
    public void The_ratio_is_that_of_the_mean_rates_over_the_repetitions_that_have_both()
    {
        var ratio = Assert.Single(Derive("insert.ratio",
            [Point(1, "blob", 100, 1), Point(2, "table", 10, 1), Point(3, "blob", 300, 2), Point(4, "table", 30, 2), Point(5, "blob", 9_999, 3)]));

        Assert.Equal(("blob/table", 10.0, 2), (ratio.Name, ratio.Value, ratio.Pairs));
        Assert.Equal("""{"objectBytes":1024,"clients":1}""", ratio.Levels.ToJsonString());
    }

    [Fact]
    public void Sizes_and_clients_have_ratios_of_their_own() => Assert.Equal(
        [(1_024, 2.0), (4_096, 4.0)],
        Derive("insert.ratio",
            [Point(1, "blob", 20, 1), Point(2, "table", 10, 1), Point(3, "blob", 40, 1, bytes: 4_096), Point(4, "table", 10, 1, bytes: 4_096)])
            .Select(ratio => ((int)ratio.Levels["objectBytes"]!, ratio.Value)));

    [Fact]
    public void Points_that_failed_or_have_no_partner_give_no_ratio()
    {
        Assert.Empty(Derive("insert.ratio", []));
        Assert.Empty(Derive("insert.ratio", [Point(1, "blob", 20, 1)]));
        Assert.Empty(Derive("insert.ratio", [Point(1, "blob", 20, 1), Point(2, "table", 10, 1) with { Status = PointStatus.Failed }]));
        Assert.Empty(Derive("insert.ratio", [Point(1, "blob", 20, 1), Point(2, "table", 10, 1) with { Result = null }]));
        Assert.Empty(Derive("insert.ratio", [Point(1, "blob", 20, 1), Point(2, "table", 0, 1)]));
    }

    [Fact]
    public void What_the_generator_limited_was_cut_short_or_came_at_a_given_rate_is_in_no_ratio()
    {
        var table = Point(2, "table", 10, 1);

        Assert.Empty(Derive("insert.ratio", [Point(1, "blob", 20, 1), table with { Result = SampleSummary.Of(1, PointFlag.GeneratorBound) }]));
        Assert.Empty(Derive("insert.ratio", [Point(1, "blob", 20, 1), table with { Result = SampleSummary.Of(1, PointFlag.Partial) }]));
        Assert.Empty(Derive("insert.ratio", [Point(1, "blob", 20, 1), table with { Result = table.Result!.With(operations => operations with { OpenLoop = SampleSummary.OpenLoop(OverloadCause.None) }) }]));
    }

    [Fact]
    public void Writes_of_a_disk_are_held_against_its_reads_test_by_test()
    {
        var ratio = Assert.Single(Derive("disk.mark", [Disk(1, "read", 40e6), Disk(2, "write", 20e6)]));

        Assert.Equal(("write/read", 0.5, """{"test":"rnd4KQ1T1"}"""), (ratio.Name, ratio.Value, ratio.Levels.ToJsonString()));

        static PointRecord Disk(int number, string direction, double bytesPerSecond) => Point(number, "blob", 1, 1) with
        {
            Levels = new() { ["test"] = "rnd4KQ1T1", ["direction"] = direction },
            Result = SampleSummary.Of(1).With(operations => operations with { BytesPerSecond = new(bytesPerSecond, bytesPerSecond, bytesPerSecond, bytesPerSecond) }),
        };
    }

    [Fact]
    public void Other_experiments_derive_nothing() =>
        Assert.Empty(Derive("blob.upload", [Point(1, "blob", 20, 1), Point(2, "table", 10, 1)]));

    private static IReadOnlyList<DerivedRatio> Derive(string experiment, PointRecord[] points) => DerivedRatios.Derive(Shipped.Results(SampleSpecs.Of($$"""{ "experiment": "{{experiment}}" }"""), points));

    private static PointRecord Point(int number, string service, double rate, int repetition, int bytes = 1_024) => new()
    {
        Number = number,
        Repetition = repetition,
        Levels = new JsonObject { ["service"] = service, ["objectBytes"] = bytes, ["clients"] = 1 },
        Status = PointStatus.Measured,
        Attempt = 1,
        Result = SampleSummary.Of(1).With(operations => operations with { OperationsPerSecond = new(rate, null, rate, rate) }),
    };
}
