namespace AzurePerf.Benchmarks.Engine;

/// <summary>What one run took.</summary>
/// <param name="RunId">Its run.</param>
/// <param name="Tasks">Its tasks.</param>
/// <param name="StartSeconds">From its submission to the claim of its first task: whoever was idle looks only now and then.</param>
/// <param name="Seconds">From the claim of its first task to the end of its run.</param>
/// <param name="CpuSeconds">Of this process, which holds TaskManager and workers.</param>
/// <param name="LoopCpuSeconds">Of the TaskManager's thread alone; null where it has none.</param>
/// <param name="AllocatedBytes">By this process.</param>
/// <param name="Requests">To the control account, by kind.</param>
/// <param name="Stopped">Executions of its first hundred tasks that were stopped for their time.</param>
internal sealed record BagFigures(
    string RunId, int Tasks, double StartSeconds, double Seconds, double CpuSeconds, double? LoopCpuSeconds, long AllocatedBytes,
    IReadOnlyDictionary<string, long> Requests, int Stopped)
{
    public double TasksPerSecond => Tasks / Seconds;

    public double RequestsPerTask => (double)Requests.Values.Sum() / Tasks;
}
