namespace AzurePerf.Worker.Execution;

/// <summary>Where an execution stands at one instant; the counts are those of the phase.</summary>
/// <param name="Phase">What it is doing.</param>
/// <param name="OperationsDone">Operations ended, failed ones included.</param>
/// <param name="OperationsPlanned">Operations that will be done; 0 when the phase ends by time or bytes.</param>
/// <param name="Bytes">Payload bytes moved.</param>
/// <param name="Failures">Operations that failed.</param>
internal readonly record struct ProgressReading(RunnerPhase Phase, long OperationsDone, long OperationsPlanned, long Bytes, long Failures);
