using AzurePerf.UnitTests.Statistics;
using Xunit;

namespace AzurePerf.UnitTests.Executions.Stragglers;

/// <summary>What the adaptive limits promise, in simulated bags that obey the product's own decisions.</summary>
public sealed class StragglerTrialTests(ITestOutputHelper output)
{
    private const int SlotsOfBagWorkers = 8;

    private static readonly StragglerPolicy[] Adaptive = [StragglerPolicy.Adaptive, StragglerPolicy.AdaptiveWithProgress];
    private static readonly StragglerPolicy[] Replacing = [StragglerPolicy.Paper, StragglerPolicy.PaperWithReplacement, StragglerPolicy.Adaptive];

    [Theory]
    [InlineData("I", 100, 0.85, 0.6)]
    [InlineData("I", 1_000, 0.95, 0.75)]
    [InlineData("I", 10_000, 0.9, 0.75)]
    [InlineData("P", 100, 0.75, 0.8)]
    [InlineData("P", 1_000, 0.82, 0.8)]
    [InlineData("P", 10_000, 1.02, 1.02)]
    [InlineData("Q", 100, 0.65, 0.55)]
    [InlineData("Q", 1_000, 0.95, 0.85)]
    [InlineData("Q", 10_000, 1.02, 1.02)]
    public void Bags_end_earlier_than_by_the_papers_limit_where_something_is_slow_and_no_later_anywhere(string world, int tasks, double mostByTime, double mostWithProgress)
    {
        OrSkip(tasks, isOfDay: world == "I");
        var cell = StragglerCell.Of(WorldOf(world), tasks, StragglerPolicy.All);
        output.WriteLine(cell.ToString());

        Assert.InRange(cell.Against(StragglerPolicy.Adaptive), 0, mostByTime);
        Assert.InRange(cell.Against(StragglerPolicy.AdaptiveWithProgress), 0, mostWithProgress);
        Assert.All(Adaptive, policy => Assert.True(cell.SlotTime[policy] <= cell.SlotTime[StragglerPolicy.PaperWithReplacement] * 1.01, policy.Name));
    }

    /// <summary>Of 10,000 tasks the suite makes one run, in which the last ones count for more than in the mean of several.</summary>
    [Theory]
    [InlineData("healthy", 100, 1.02)]
    [InlineData("healthy", 1_000, 1.02)]
    [InlineData("unequal", 100, 1.02)]
    [InlineData("unequal", 1_000, 1.02)]
    [InlineData("unequal", 10_000, 1.05)]
    public void Bags_in_which_nothing_is_slow_end_no_later_than_by_the_papers_limit(string world, int tasks, double most)
    {
        OrSkip(tasks, isOfDay: false);
        var cell = StragglerCell.Of(WorldOf(world), tasks, [StragglerPolicy.None, StragglerPolicy.PaperWithReplacement, .. Adaptive]);
        output.WriteLine(cell.ToString());

        Assert.All(Adaptive, policy => Assert.InRange(cell.Against(policy), 0, most));
    }

    [Theory]
    [InlineData("healthy", 0.95, 0.95)]
    [InlineData("I", 0.85, 0.93)]
    [InlineData("P", 0.85, 0.93)]
    [InlineData("Q", 0.9, 0.95)]
    public void Three_stages_end_earlier_when_blocks_wait_for_their_block_only(string name, double mostByPaper, double mostByAdaptive)
    {
        const int Stages = 3, Tasks = 1_000;
        var (world, seeds) = (WorldOf(name), Enumerable.Range(1, Math.Max(1, Trials.Count(usually: 40, atNight: 120) / 40)).ToArray());
        foreach (var (policy, most) in new[] { (StragglerPolicy.PaperWithReplacement, mostByPaper), (StragglerPolicy.Adaptive, mostByAdaptive) })
        {
            var (byBlock, barriers) = (Time(byBlock: true), Time(byBlock: false));
            output.WriteLine(FormattableString.Invariant($"{name} ({seeds.Length} seeds) {policy.Name}: {byBlock:0.0} by block, {barriers:0.0} with barriers, {byBlock / barriers:0.00}"));
            Assert.InRange(byBlock / barriers, 0, most);

            double Time(bool byBlock) => seeds.AsParallel().AsOrdered().Select(seed => StragglerRun.Of(world, policy, new StragglerStages(Stages, Tasks, byBlock), seed).Makespan).ToArray().Average();
        }
    }

    [Theory]
    [InlineData("I", 100)]
    [InlineData("I", 1_000)]
    [InlineData("healthy", 1_000)]
    public void Workers_of_eight_slots_stay_where_single_executions_are_slow(string world, int tasks)
    {
        var cell = StragglerCell.Of(WorldOf(world), tasks, Replacing, SlotsOfBagWorkers);
        output.WriteLine(cell.ToString());

        Assert.InRange(cell.Replaced[StragglerPolicy.PaperWithReplacement], 0, 0.1);
    }

    [Theory]
    [InlineData("P", 1_000, 1)]
    [InlineData("Q", 1_000, 0.95)]
    [InlineData("P", 10_000, 0.8)]
    [InlineData("Q", 10_000, 0.95)]
    public void Slow_workers_of_eight_slots_are_replaced_and_their_bags_end_earlier(string world, int tasks, double mostAgainstNoReplacement)
    {
        OrSkip(tasks, isOfDay: world == "P");
        var cell = StragglerCell.Of(WorldOf(world), tasks, Replacing, SlotsOfBagWorkers);
        output.WriteLine(cell.ToString());

        Assert.InRange(cell.Against(StragglerPolicy.PaperWithReplacement, StragglerPolicy.Paper), 0, mostAgainstNoReplacement);
        Assert.InRange(cell.Against(StragglerPolicy.Adaptive), 0, 1.02);
    }

    /// <summary>Of the bags of 10,000 tasks, some are of the night: they take long, and smaller ones of the same world say much the same.</summary>
    private static void OrSkip(int tasks, bool isOfDay)
    {
        if (tasks > 1_000 && !isOfDay)
        {
            Night.OrSkip();
        }
    }

    private static StragglerWorld WorldOf(string name) => name switch
    {
        "I" => StragglerWorld.Independent,
        "P" => StragglerWorld.Persistent,
        "Q" => StragglerWorld.FewPersistent,
        "unequal" => StragglerWorld.Unequal,
        _ => StragglerWorld.Independent.Healthy with { Name = "healthy" },
    };
}
