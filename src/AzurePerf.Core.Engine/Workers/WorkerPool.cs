using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Workers;

/// <summary>Names of the pools of workers. Each has its own queue and is scaled by its own rule.</summary>
public static class WorkerPool
{
    /// <summary>One slot, one task, nothing else in the process.</summary>
    public const string Measure = "measure";

    /// <summary>Several slots; bags of independent tasks.</summary>
    public const string Bag = "bag";

    /// <summary>One slot; answers the worker that measures, where workers of one pool cannot reach each other.</summary>
    public const string Peer = "peer";

    public static IReadOnlyList<string> All { get; } = [Measure, Bag, Peer];

    /// <summary>The pool that executes a task.</summary>
    public static string Of(BenchmarkTask task)
    {
        ArgumentNullException.ThrowIfNull(task);
        return task.Order.InPeerPool ? Peer : Of(task.Key.Stage.Kind);
    }

    /// <summary>The pool that executes the tasks of a stage, but for those of answering workers.</summary>
    public static string Of(StageKind stage) => stage == StageKind.Bag ? Bag : Measure;
}
