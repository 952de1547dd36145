using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Reports;

/// <summary>How the tasks of a stage stand, in words. Tool and portal say the same.</summary>
public static class StageText
{
    /// <summary>"about 1,240 of 2,000 tasks done, 16 running"; without "about" once the tasks are counted.</summary>
    public static string Progress(StageEngineResponse stage)
    {
        string[] parts =
        [
            $"{(stage.About ? "about " : "")}{Figures.Count(stage.Done)} of {Figures.Count(stage.Tasks)} {(stage.Tasks == 1 ? "task" : "tasks")} done",
            .. Part(stage.Running, "running"),
            .. Part(stage.Failed, "failed"),
            .. Part(stage.Missed, "missed"),
            .. stage.ClosedAt is null ? [] : Part(stage.Cancelled, "given up"),
        ];
        return string.Join(", ", parts);
    }

    /// <summary>"700 wait for a worker, 44 for their turn"; empty when none waits.</summary>
    public static string Waiting(StageEngineResponse stage) =>
        string.Join(", ", stage.WaitsFor.Select((wait, index) => $"{Figures.Count(wait.Value)} {(index > 0 ? "" : wait.Value == 1 ? "waits " : "wait ")}for {Words(wait.Key)}"));

    /// <summary>"3 VM execution timeout, 2 worker lost"; empty when none ended without a result.</summary>
    public static string Ends(IReadOnlyDictionary<FailureCause, int> ends) =>
        string.Join(", ", ends.OrderByDescending(end => end.Value).ThenBy(end => end.Key).Select(end => $"{Figures.Count(end.Value)} {FailureTaxonomy.Of(end.Key).Label}"));

    /// <summary>From its opening to its end, or until now; null for a stage that was never open.</summary>
    public static TimeSpan? Took(StageEngineResponse stage, DateTimeOffset now) => stage.OpenedAt is { } opened ? (stage.ClosedAt ?? now) - opened : null;

    /// <summary>"2 bag workers, 16 slots, 9 in use; about 120 messages in their queue".</summary>
    public static string Pool(PoolResponse pool) => string.Join("; ", PoolParts(pool));

    /// <summary>True when the run executes bags of tasks and measures no points.</summary>
    public static bool IsBag(RunResponse run) => run.Stages.Any(stage => stage.Stage == StageKind.Bag);

    private static IEnumerable<string> PoolParts(PoolResponse pool)
    {
        yield return pool.Workers == 0
            ? $"no {pool.Pool} worker was heard of in the last minute"
            : $"{Counted(pool.Workers, pool.Pool + " worker")}, {Counted(pool.Slots, "slot")}, {Figures.Count(pool.Running)} in use";
        if (pool.Holding > 0)
        {
            yield return $"{Figures.Count(pool.Holding)} {(pool.Holding == 1 ? "holds" : "hold")} for another pool on the same host";
        }

        if (pool.Draining > 0)
        {
            yield return $"{Figures.Count(pool.Draining)} {(pool.Draining == 1 ? "leaves" : "leave")}";
        }

        if (pool.Silent > 0)
        {
            yield return $"{Figures.Count(pool.Silent)} not heard of for a minute";
        }

        yield return $"about {Counted(pool.Outstanding, "message")} in the queue of all runs";
    }

    private static IEnumerable<string> Part(int count, string word) => count > 0 ? [Figures.Count(count) + " " + word] : [];

    private static string Counted(int count, string noun) => Figures.Count(count) + " " + noun + (count == 1 ? "" : "s");

    private static string Words(WaitCause cause) => cause switch
    {
        WaitCause.EarlierStage => "an earlier stage",
        WaitCause.Due => "their time",
        WaitCause.Turn => "their turn",
        WaitCause.Worker => "a worker",
        _ => throw new ArgumentOutOfRangeException(nameof(cause), cause, string.Create(CultureInfo.InvariantCulture, $"{(int)cause} is nothing that a task waits for")),
    };
}
