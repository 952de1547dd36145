using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Workers;

/// <summary>Names of the pools of workers. Each has its own queue and is scaled by its own rule.</summary>
public static class WorkerPool
{
    /// <summary>One slot, one task, nothing else in the process.</summary>
    public const string Measure = "measure";

    /// <summary>Several slots; bags of independent tasks.</summary>
    public const string Bag = "bag";

    public static IReadOnlyList<string> All { get; } = [Measure, Bag];

    /// <summary>The pool that executes the tasks of a stage.</summary>
    public static string Of(StageKind stage) => stage == StageKind.Bag ? Bag : Measure;
}
