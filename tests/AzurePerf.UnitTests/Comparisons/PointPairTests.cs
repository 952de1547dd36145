using AzurePerf.Core.Comparisons;
using Xunit;
using static AzurePerf.UnitTests.Comparisons.ComparedPoints;

namespace AzurePerf.UnitTests.Comparisons;

public sealed class PointPairTests
{
    public static TheoryData<MeasurementSetting, ComparisonObstacle, string> Others => new()
    {
        { Setting with { Sdk = "Azure.Storage.Blobs 12.18.0" }, ComparisonObstacle.OtherSdk, "other SDK" },
        { Setting with { Build = "0.2.0" }, ComparisonObstacle.OtherBuild, "other build" },
        { Setting with { Size = "Standard_D8s_v5" }, ComparisonObstacle.OtherSize, "other machine size" },
        { Setting with { Path = "proxy" }, ComparisonObstacle.OtherPath, "one through a proxy, the other direct" },
        { Setting with { Region = "northeurope" }, ComparisonObstacle.OtherRegion, "other region" },
        { Setting with { Scale = "emulator" }, ComparisonObstacle.OtherScale, "other scale" },
    };

    [Theory]
    [MemberData(nameof(Others))]
    public void Another_setting_forbids_to_compare_unless_it_differs_on_purpose(MeasurementSetting other, ComparisonObstacle obstacle, string text)
    {
        var pair = new PointPair(Point(Hundred), Point(Hundred.Times(2), other));

        Assert.Equal([obstacle], pair.Obstacles(new()));
        Assert.Equal(ComparisonVerdict.NotComparable, Compare(pair).Verdict);
        Assert.Equal(text, ObstacleText.Of(obstacle));
        Assert.Equal(ComparisonVerdict.Improved, Compare(pair, rule: new() { OnPurpose = new HashSet<ComparisonObstacle> { obstacle } }).Verdict);
    }

    [Fact]
    public void Five_repetitions_of_either_side_are_too_few()
    {
        Assert.Equal([ComparisonObstacle.TooFewRepetitions], Pair(Hundred[..5], Hundred).Obstacles(new()));
        Assert.Equal([ComparisonObstacle.TooFewRepetitions], Pair(Hundred, Hundred[..5]).Obstacles(new()));
        Assert.Empty(Pair(Hundred[..6], Hundred[..6]).Obstacles(new()));
        Assert.Equal("fewer than 6 repetitions", ObstacleText.Of(ComparisonObstacle.TooFewRepetitions));
    }

    [Fact]
    public void A_side_of_which_the_measuring_machine_limited_so_much_that_too_little_is_left_gets_no_conclusion()
    {
        var bound = Point(Hundred[..5]) with { LeftOut = new(GeneratorBound: 5) };

        Assert.Equal([ComparisonObstacle.GeneratorBound], new PointPair(Point(Hundred), bound).Obstacles(new()));
        Assert.Equal([ComparisonObstacle.GeneratorBound], new PointPair(bound, Point(Hundred)).Obstacles(new()));
        Assert.Equal(ComparisonVerdict.NotComparable, Compare(new PointPair(Point(Hundred), bound)).Verdict);
        Assert.Empty(new PointPair(Point(Hundred), Point(Hundred[..6]) with { LeftOut = new(GeneratorBound: 4) }).Obstacles(new()));
        Assert.Equal("the measuring machine was the limit", ObstacleText.Of(ComparisonObstacle.GeneratorBound));
    }

    [Fact]
    public void A_side_of_which_a_cache_may_have_answered_so_much_that_too_little_is_left_gets_no_conclusion()
    {
        var cached = Point(Hundred[..5]) with { LeftOut = new(CacheSuspect: 5) };

        Assert.Equal([ComparisonObstacle.CacheSuspect], new PointPair(Point(Hundred), cached).Obstacles(new()));
        Assert.Equal(ComparisonVerdict.NotComparable, Compare(new PointPair(cached, Point(Hundred))).Verdict);
        Assert.Empty(new PointPair(Point(Hundred), Point(Hundred[..6]) with { LeftOut = new(CacheSuspect: 4) }).Obstacles(new()));
        Assert.Equal("a cache may have answered", ObstacleText.Of(ComparisonObstacle.CacheSuspect));
    }

    [Fact]
    public void A_metric_that_too_many_repetitions_lack_is_named_and_not_the_number_of_repetitions()
    {
        Assert.Equal([ComparisonObstacle.TooFewOperations], new PointPair(Point([]) with { LeftOut = new(TooFewOperations: 6) }, Point(Hundred)).Obstacles(new()));
        Assert.Equal([ComparisonObstacle.Overloaded], new PointPair(Point(Hundred), Point([]) with { LeftOut = new(Overloaded: 6) }).Obstacles(new()));
        Assert.Equal(
            [ComparisonObstacle.TooFewOperations, ComparisonObstacle.TooFewRepetitions],
            new PointPair(Point([]) with { LeftOut = new(Incomplete: 5, TooFewOperations: 5) }, Point(Hundred)).Obstacles(new()));
    }

    [Fact]
    public void Shares_of_failures_whose_intervals_have_nothing_in_common_forbid_to_compare_unless_they_differ_on_purpose()
    {
        var other = new PointPair(Failing((288, 0), (288, 0)), Failing((288, 208), (288, 200)));
        var alike = new PointPair(Failing((288, 3), (288, 2)), Failing((288, 6), (288, 5)));

        Assert.Equal([ComparisonObstacle.OtherFailureShare], other.Obstacles(new()));
        Assert.Empty(other.Obstacles(new() { OnPurpose = ComparisonAspects.Read("failures")! }));
        Assert.Empty(alike.Obstacles(new()));
        Assert.Empty(Pair(Hundred, Hundred).Obstacles(new()));
    }

    [Fact]
    public void One_connection_that_broke_is_no_other_share_of_failures()
    {
        var hundredThousand = Enumerable.Repeat((100_000L, 0L), 9).ToArray();

        Assert.Empty(new PointPair(Failing([.. hundredThousand, (100_000, 0)]), Failing([.. hundredThousand, (100_000, 9)])).Obstacles(new()));
        Assert.Equal(
            [ComparisonObstacle.OtherFailureShare],
            new PointPair(Failing([.. hundredThousand, (100_000, 0)]), Failing([.. Enumerable.Repeat((100_000L, 9L), 10)])).Obstacles(new()));
    }

    [Fact]
    public void A_rate_that_both_sides_were_offered_is_not_compared()
    {
        var offered = Point(Hundred) with { IsOfferedRate = true };

        Assert.Equal([ComparisonObstacle.OfferedRate], new PointPair(offered, offered).Obstacles(new()));
        Assert.Empty(new PointPair(Point(Hundred), offered).Obstacles(new()));
    }

    [Fact]
    public void A_side_that_measured_nothing_has_no_other_client_library_build_or_machine()
    {
        var nothing = Point([], Setting with { Sdk = "", Build = "", Size = "" }) with { LeftOut = new(Incomplete: 10) };

        Assert.Equal([ComparisonObstacle.TooFewRepetitions], new PointPair(Point(Hundred), nothing).Obstacles(new()));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    [InlineData(double.NaN)]
    [InlineData(double.PositiveInfinity)]
    public void A_value_without_a_ratio_forbids_to_compare(double value) =>
        Assert.Equal([ComparisonObstacle.ValueNotPositive], Pair(Hundred, [.. Hundred[1..], value]).Obstacles(new()));

    [Fact]
    public void Every_obstacle_is_named()
    {
        var pair = new PointPair(
            Point([1]) with { LeftOut = new(0, 1, 1, 1, 1, 1, 1), OperationsByRepetition = [new(10_000), new(10_000)], IsOfferedRate = true, Drift = new(3, 0.001) },
            Point([0], new("", "", "", "", "") { Parameters = "{}", Path = "proxy" }) with { OperationsByRepetition = [new(10_000, 9_000), new(10_000, 9_000)], IsOfferedRate = true });

        Assert.Equal(Enum.GetValues<ComparisonObstacle>(), pair.Obstacles(new()));
        Assert.All(Enum.GetValues<ComparisonObstacle>(), obstacle => Assert.NotEmpty(ObstacleText.Of(obstacle)));
    }

    private static ComparedPoint Failing(params (long Ended, long Failed)[] repetitions) =>
        Point(Hundred) with { OperationsByRepetition = [.. repetitions.Select(one => new OperationCounts(one.Ended, one.Failed))] };
}
