using AzurePerf.Core.Ids;

namespace AzurePerf.Core.Experiments.Bags;

/// <summary>Draws what becomes of each execution of a selftest from the run's seed alone, so that the same run always meets the same
/// fates.</summary>
public static class SelftestDraw
{
    /// <summary>The fate of one execution. Another attempt at the task is another draw, unless the task is the poisonous one.</summary>
    /// <param name="options">The shares.</param>
    /// <param name="seed">Of the run.</param>
    /// <param name="stage">The bag's stage number.</param>
    /// <param name="task">The task's number.</param>
    /// <param name="attempt">The attempt, from 1.</param>
    public static SelftestFate FateOf(SelftestBagOptions options, int seed, int stage, int task, int attempt)
    {
        var draw = Draw(seed, stage, task, attempt);
        return task == options.PoisonTask || draw < options.CrashShare ? SelftestFate.Crashing
            : draw < options.CrashShare + options.FailureShare ? SelftestFate.Failing
            : draw < options.CrashShare + options.FailureShare + options.SlowShare ? SelftestFate.Slow
            : SelftestFate.Ordinary;
    }

    /// <summary>A number in [0, 1) that only these four decide.</summary>
    private static double Draw(int seed, int stage, int task, int attempt) =>
        StableHash.Of(seed, stage, task, attempt) / (ulong.MaxValue + 1.0);
}

/// <summary>What a selftest makes of one execution of a task.</summary>
public enum SelftestFate
{
    /// <summary>Takes its time and succeeds.</summary>
    Ordinary,

    /// <summary>Takes its time several times over and succeeds.</summary>
    Slow,

    /// <summary>Takes its time and fails.</summary>
    Failing,

    /// <summary>Ends its process.</summary>
    Crashing,
}
