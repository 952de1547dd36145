namespace AzurePerf.Worker.Heartbeats;

/// <summary>How far an execution is.</summary>
/// <param name="Phase">What it does just now.</param>
/// <param name="OperationsDone">Operations ended in this phase.</param>
/// <param name="OperationsPlanned">Operations planned for the measurement; 0 when unknown.</param>
internal sealed record ExecutionProgress(string Phase, long OperationsDone, long OperationsPlanned)
{
    /// <summary>The share of the task that is done, as its work says, 0 to 1; null where it says none.</summary>
    public double? Share { get; init; }
}
