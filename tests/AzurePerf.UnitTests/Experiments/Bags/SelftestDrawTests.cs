using AzurePerf.Core.Experiments.Bags;
using Xunit;

namespace AzurePerf.UnitTests.Experiments.Bags;

public sealed class SelftestDrawTests
{
    private static readonly SelftestBagOptions Options = new() { CrashShare = 0.02, FailureShare = 0.1, SlowShare = 0.16 };

    [Theory]
    [InlineData(SelftestFate.Crashing, 0.02)]
    [InlineData(SelftestFate.Failing, 0.1)]
    [InlineData(SelftestFate.Slow, 0.16)]
    [InlineData(SelftestFate.Ordinary, 0.72)]
    public void As_many_executions_meet_a_fate_as_its_share_says(SelftestFate fate, double share)
    {
        var met = Enumerable.Range(0, 50_000).Count(task => SelftestDraw.FateOf(Options, 1, 10, task, 1) == fate) / 50_000.0;

        Assert.InRange(met, share - 0.01, share + 0.01);
    }

    [Fact]
    public void A_poisonous_task_crashes_at_every_attempt_and_no_other_does()
    {
        var options = new SelftestBagOptions { Tasks = 1_000, PoisonTask = 400 };

        Assert.All(Enumerable.Range(1, 10), attempt => Assert.Equal(
            [400], Enumerable.Range(0, 1_000).Where(task => SelftestDraw.FateOf(options, 1, 10, task, attempt) == SelftestFate.Crashing)));
    }

    [Fact]
    public void The_same_execution_always_meets_the_same_fate_and_another_attempt_stage_or_seed_draws_anew()
    {
        var fates = Fates(1, 10, 1);

        Assert.Equal(fates, Fates(1, 10, 1));
        Assert.All(new[] { Fates(2, 10, 1), Fates(1, 11, 1), Fates(1, 10, 2) }, other => Assert.InRange(fates.Zip(other).Count(pair => pair.First != pair.Second), 300, 600));
    }

    [Fact]
    public void Without_shares_every_execution_is_ordinary_and_a_share_of_all_leaves_none_out()
    {
        Assert.All(Fates(1, 10, 1, new()), fate => Assert.Equal(SelftestFate.Ordinary, fate));
        Assert.All(Fates(1, 10, 1, new() { CrashShare = 1 }), fate => Assert.Equal(SelftestFate.Crashing, fate));
        Assert.DoesNotContain(SelftestFate.Ordinary, Fates(1, 10, 1, new() { SlowShare = 0.5, FailureShare = 0.5 }));
    }

    private static SelftestFate[] Fates(int seed, int stage, int attempt, SelftestBagOptions? options = null) =>
        [.. Enumerable.Range(0, 1_000).Select(task => SelftestDraw.FateOf(options ?? Options, seed, stage, task, attempt))];
}
