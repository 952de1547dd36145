namespace AzurePerf.Worker.Heartbeats;

/// <summary>How far an execution is.</summary>
/// <param name="Phase">What it does just now.</param>
/// <param name="OperationsDone">Operations ended in this phase.</param>
/// <param name="OperationsPlanned">Operations planned for the measurement; 0 when unknown.</param>
internal sealed record ExecutionProgress(string Phase, long OperationsDone, long OperationsPlanned);
