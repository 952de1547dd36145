namespace AzurePerf.Core.Workers;

/// <summary>Names of the pools of workers.</summary>
public static class WorkerPool
{
    /// <summary>One slot, one task, nothing else in the process.</summary>
    public const string Measure = "measure";
}
