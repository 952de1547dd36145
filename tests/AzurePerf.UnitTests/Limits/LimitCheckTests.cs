using AzurePerf.Core.Limits;
using Xunit;

namespace AzurePerf.UnitTests.Limits;

public sealed class LimitCheckTests
{
    private static readonly RunCharge Charge = new(1_000, 2_000, 30, 0.5);
    private static readonly RunCharge Before = new(500, 500, 40, 0.25);

    [Fact]
    public void Without_limits_anything_may_begin() => Assert.Empty(LimitCheck.Faults(new(long.MaxValue / 2, long.MaxValue / 2, 1e9, 1e9), Before, LimitOptions.None));

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
    }));

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
        });

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

    [Fact]
    public void A_run_without_an_estimate_of_its_cost_is_held_against_no_limit_of_cost() =>
        Assert.Empty(LimitCheck.Faults(Charge with { Cost = null }, RunCharge.None, new() { CostPerRun = 0, CostPerOwnerAndDay = 0 }));
}
