using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Limits;

public sealed class LimitCheckTests
{
    private static readonly RunCharge Charge = new(1_000, 2_000, 30, 0.5);
    private static readonly RunCharge Before = new(500, 500, 40, 0.25);

    [Fact]
    public void Without_limits_anything_may_begin() => Assert.Empty(LimitCheck.Faults(new(long.MaxValue / 2, long.MaxValue / 2, 1e9, 1e9), Before, LimitOptions.None, ""));

    [Fact]
    public void A_run_that_comes_to_exactly_its_limits_may_begin() => Assert.Empty(LimitCheck.Faults(Charge, Before, new()
    {
        OperationsPerRun = 1_000,
        BytesPerRun = 2_000,
        DurationPerRun = TimeSpan.FromSeconds(30),
        CostPerRun = 0.5,
        OperationsPerOwnerAndDay = 1_500,
        BytesPerOwnerAndDay = 2_500,
        DurationPerOwnerAndDay = TimeSpan.FromSeconds(70),
        CostPerOwnerAndDay = 0.75,
    }, ""));

    [Fact]
    public void Each_limit_that_is_exceeded_is_named_with_what_the_run_comes_to()
    {
        var faults = LimitCheck.Faults(Charge, Before, new()
        {
            OperationsPerRun = 999,
            BytesPerRun = 1_999,
            DurationPerRun = TimeSpan.FromSeconds(29.5),
            CostPerRun = 0.4,
            OperationsPerOwnerAndDay = 1_499,
            BytesPerOwnerAndDay = 2_499,
            DurationPerOwnerAndDay = TimeSpan.FromSeconds(69),
            CostPerOwnerAndDay = 0.7,
        }, "");

        Assert.Equal(
            [
                "Limits:OperationsPerRun the run would come to 1,000 operations, and the operator allows 999 operations",
                "Limits:BytesPerRun the run would come to 2,000 B, and the operator allows 1,999 B",
                "Limits:DurationPerRun the run would come to 30 s, and the operator allows 29.5 s",
                "Limits:CostPerRun the run would come to 0.50, and the operator allows 0.40",
                "Limits:OperationsPerOwnerAndDay with what you submitted today the run would come to 1,500 operations, and the operator allows 1,499 operations a day (UTC)",
                "Limits:BytesPerOwnerAndDay with what you submitted today the run would come to 2,500 B, and the operator allows 2,499 B a day (UTC)",
                "Limits:DurationPerOwnerAndDay with what you submitted today the run would come to 70 s, and the operator allows 69 s a day (UTC)",
                "Limits:CostPerOwnerAndDay with what you submitted today the run would come to 0.75, and the operator allows 0.70 a day (UTC)",
            ],
            faults.Select(fault => $"{fault.Path} {fault.Message.Split(';')[0]}"));
    }

    [Theory]
    [InlineData(999, 99)]
    [InlineData(999, 100, "Limits:OpenRunsPerOwner 100 of your runs have not ended, and the operator allows each owner 100 at once")]
    [InlineData(1_000, 0, "Limits:OpenRuns 1,000 runs have not ended, and the operator allows 1,000 at once")]
    [InlineData(1_200, 120, "Limits:OpenRunsPerOwner 120 of your runs have not ended, and the operator allows each owner 100 at once",
        "Limits:OpenRuns 1,200 runs have not ended, and the operator allows 1,000 at once")]
    public void As_many_runs_may_be_open_as_the_limits_say_by_default_and_no_more(int open, int own, params string[] faults)
    {
        Assert.Equal(faults, LimitCheck.OpenFaults(open, own, new()).Select(fault => $"{fault.Path} {fault.Message.Split(';')[0]}"));
        Assert.Empty(LimitCheck.OpenFaults(open, own, LimitOptions.None));
    }

    [Theory]
    [InlineData(0.0, null, "Limits:CostPerRun")]
    [InlineData(null, 0.0, "Limits:CostPerOwnerAndDay")]
    public void A_run_whose_cost_cannot_be_estimated_gets_around_no_limit_of_cost(double? perRun, double? perDay, string limit) => Assert.Equal(
        new(limit, "what the run would cost cannot be estimated, and the operator limits it: the price file has no region 'moon'"),
        Assert.Single(LimitCheck.Faults(
            Charge with { Cost = null }, RunCharge.None, new() { CostPerRun = perRun, CostPerOwnerAndDay = perDay }, "the price file has no region 'moon'")));

    [Theory]
    [InlineData(0.0000144, 0.00001, "the run would come to 0.0000144, and the operator allows 0.00001")]
    [InlineData(0.50004, 0.5, "the run would come to 0.50004, and the operator allows 0.50")]
    [InlineData(1_234.5, 0, "the run would come to 1,234.50, and the operator allows 0.00")]
    public void A_refusal_tells_the_cost_of_a_run_from_what_is_allowed(double cost, double allowed, string text) => Assert.StartsWith(
        text, Assert.Single(LimitCheck.Faults(Charge with { Cost = cost }, RunCharge.None, new() { CostPerRun = allowed }, "")).Message, StringComparison.Ordinal);

    [Fact]
    public void A_run_that_sends_no_requests_costs_none() => Assert.Equal(
        0, new RunEstimate(1, 3, 0, TimeSpan.Zero, new Dictionary<string, long>(), true).Charge(new(null, "", default, "")).Cost);

    [Theory]
    [InlineData(null, null, null)]
    [InlineData(900L, null, 900L)]
    [InlineData(null, 1_200L, 700L)]
    [InlineData(900L, 1_200L, 700L)]
    [InlineData(600L, 1_200L, 600L)]
    [InlineData(null, 500L, 0L)]
    [InlineData(600L, 400L, 0L)]
    public void In_its_course_a_run_is_left_the_less_of_its_own_limit_and_the_rest_of_its_owner_s_day(long? perRun, long? perDay, long? left)
    {
        var limits = LimitCheck.Left(Before, new()
        {
            OperationsPerRun = perRun,
            OperationsPerOwnerAndDay = perDay,
            BytesPerRun = perRun,
            BytesPerOwnerAndDay = perDay,
            DurationPerRun = perRun is { } run ? TimeSpan.FromSeconds(run) : null,
            DurationPerOwnerAndDay = perDay is { } day ? TimeSpan.FromSeconds(day - 460) : null,
        });

        Assert.Equal((left, left), (limits.OperationsPerRun, limits.BytesPerRun));
        Assert.Equal(left is { } seconds ? TimeSpan.FromSeconds(seconds) : null, limits.DurationPerRun);
    }
}
