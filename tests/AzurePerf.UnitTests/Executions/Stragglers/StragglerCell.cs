using System.Globalization;
using AzurePerf.UnitTests.Statistics;

namespace AzurePerf.UnitTests.Executions.Stragglers;

/// <summary>Makespan and slot time of policies in one world and size, as multiples of the same run without slowness, averaged over seeds 1, 2, 3, ...</summary>
/// <param name="World">The world.</param>
/// <param name="Tasks">Orders of the bag.</param>
/// <param name="Seeds">How many runs.</param>
/// <param name="Makespan">By policy.</param>
/// <param name="SlotTime">By policy.</param>
/// <param name="MostStops">Of one order in any run, by policy.</param>
/// <param name="Replaced">Workers in a run, on average, by policy.</param>
internal sealed record StragglerCell(
    StragglerWorld World,
    int Tasks,
    int Seeds,
    IReadOnlyDictionary<StragglerPolicy, double> Makespan,
    IReadOnlyDictionary<StragglerPolicy, double> SlotTime,
    IReadOnlyDictionary<StragglerPolicy, int> MostStops,
    IReadOnlyDictionary<StragglerPolicy, double> Replaced)
{
    /// <summary>How much longer a policy takes than the paper's limit with workers replaced: below 1 it takes less.</summary>
    public double Against(StragglerPolicy policy) => Against(policy, StragglerPolicy.PaperWithReplacement);

    /// <summary>How much longer a policy takes than another one.</summary>
    public double Against(StragglerPolicy policy, StragglerPolicy other) => Makespan[policy] / Makespan[other];

    /// <param name="world">The world.</param>
    /// <param name="tasks">Orders of the bag.</param>
    /// <param name="policies">The policies.</param>
    /// <param name="slotsPerWorker">How many slots are slow, and are replaced, together.</param>
    public static StragglerCell Of(StragglerWorld world, int tasks, IReadOnlyList<StragglerPolicy> policies, int slotsPerWorker = 1)
    {
        var seeds = SeedsOf(tasks);
        var runs = Enumerable.Range(1, seeds).AsParallel().AsOrdered().Select(seed => RunsOf(world, tasks, policies, seed, slotsPerWorker)).ToArray();
        return new(
            world,
            tasks,
            seeds,
            policies.ToDictionary(policy => policy, policy => runs.Average(run => run[policy].Makespan)),
            policies.ToDictionary(policy => policy, policy => runs.Average(run => run[policy].SlotTime)),
            policies.ToDictionary(policy => policy, policy => runs.Max(run => run[policy].MostStops)),
            policies.ToDictionary(policy => policy, policy => runs.Average(run => run[policy].Replaced)));
    }

    /// <summary>One line for each policy: <c>P 1000 (6 seeds) adaptive: 1.43 makespan, 1.32 slot time, 0.64 of ..., at most 2 stops of one order</c>.</summary>
    public override string ToString() => string.Join('\n', Makespan.Keys.Select(policy => string.Create(
        CultureInfo.InvariantCulture,
        $"{World.Name} {Tasks,5} ({Seeds} seeds) {policy.Name}: {Makespan[policy]:0.00} makespan, {SlotTime[policy]:0.00} slot time, {Against(policy):0.00} of the paper's, at most {MostStops[policy]} stops of one order, {Replaced[policy]:0.00} workers replaced")));

    /// <summary>Larger bags vary less and take longer.</summary>
    private static int SeedsOf(int tasks) => tasks switch
    {
        <= 100 => Math.Max(1, Trials.Count(usually: 48, atNight: 96) / 4),
        <= 1_000 => Math.Max(1, Trials.Count(120) / 20),
        _ => Math.Max(1, Trials.Count(200) / 200),
    };

    private static Dictionary<StragglerPolicy, StragglerOutcome> RunsOf(StragglerWorld world, int tasks, IReadOnlyList<StragglerPolicy> policies, int seed, int slotsPerWorker)
    {
        var healthy = StragglerRun.Of(world.Healthy, StragglerPolicy.None, tasks, seed, slotsPerWorker);
        return policies.ToDictionary(policy => policy, policy =>
        {
            var outcome = StragglerRun.Of(world, policy, tasks, seed, slotsPerWorker);
            return outcome with { Makespan = outcome.Makespan / healthy.Makespan, SlotTime = outcome.SlotTime / healthy.SlotTime };
        });
    }
}
