namespace AzurePerf.Core.Api;

/// <summary>What a worker executes in one slot.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Stage">prepare, measure, clean, or bag 2 for the second bag.</param>
/// <param name="Task">The task's number in its stage, from 1.</param>
/// <param name="Attempt">Which execution of it, from 1.</param>
/// <param name="Phase">What it does just now.</param>
/// <param name="StartedAt">When it was claimed, by the clock of the worker.</param>
/// <param name="ElapsedSeconds">Since the claim, as of the last heartbeat.</param>
/// <param name="OperationsDone">Operations ended in this phase.</param>
/// <param name="OperationsPlanned">Operations planned for the measurement; 0 when unknown.</param>
/// <param name="StopReason">Why it is ordered to stop; empty while it is not.</param>
public sealed record WorkerTaskResponse(
    string RunId, string Stage, int Task, int Attempt, string Phase, DateTimeOffset StartedAt, double ElapsedSeconds, long OperationsDone, long OperationsPlanned, string StopReason);
