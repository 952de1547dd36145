using AzurePerf.Core.Executions;
using AzurePerf.Core.Executions.Stragglers;

namespace AzurePerf.UnitTests.Executions.Stragglers;

/// <summary>Which rule of the product decides, whether time-outs end a worker, and whether tasks report progress.</summary>
/// <param name="Name">In tables.</param>
/// <param name="Rule">The decisions of one look at the workers, by what is known of the class, the seed of the run, and whether tasks wait for a slot.</param>
/// <param name="ReplacesWorkers">Whether a worker that seems slow by its time-outs is replaced.</param>
/// <param name="KnowsProgress">Whether tasks report it.</param>
internal sealed record StragglerPolicy(
    string Name, Func<ClassDurations, int, bool, Func<ExecutionFacts, bool>> Rule, bool ReplacesWorkers = false, bool KnowsProgress = false)
{
    private static readonly TimeSpan Heartbeat = TimeSpan.FromSeconds(20);

    public static StragglerPolicy None { get; } = new("none", (_, _, _) => _ => false);

    public static StragglerPolicy Paper { get; } = new("paper", PaperRule);

    public static StragglerPolicy PaperWithReplacement { get; } = new("paper, workers replaced", PaperRule, ReplacesWorkers: true);

    public static StragglerPolicy Adaptive { get; } = new("adaptive", AdaptiveRule, ReplacesWorkers: true);

    public static StragglerPolicy AdaptiveWithProgress { get; } = new("adaptive, with progress", AdaptiveRule, ReplacesWorkers: true, KnowsProgress: true);

    /// <summary>In the order of tables.</summary>
    public static IReadOnlyList<StragglerPolicy> All { get; } = [None, Paper, PaperWithReplacement, Adaptive, AdaptiveWithProgress];

    private static Func<ExecutionFacts, bool> PaperRule(ClassDurations durations, int seed, bool tasksWait)
    {
        var limits = new Dictionary<int, TimeSpan>();
        return execution =>
        {
            if (!limits.TryGetValue(execution.Stops, out var limit))
            {
                limits[execution.Stops] = limit = TimeLimit.Paper(durations.Seen, durations.Expected, isMeasurement: false, execution.Stops).Limit;
            }

            return execution.Elapsed >= limit;
        };
    }

    private static Func<ExecutionFacts, bool> AdaptiveRule(ClassDurations durations, int seed, bool tasksWait)
    {
        var limit = new AdaptiveLimit(durations, seed, 2 * Heartbeat, tasksWait);
        return execution => limit.Decide(execution).Stops;
    }
}
