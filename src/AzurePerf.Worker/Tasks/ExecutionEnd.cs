namespace AzurePerf.Worker.Tasks;

/// <summary>How an execution ended: exactly one of the two is set.</summary>
/// <param name="Result">The whole result as JSON.</param>
/// <param name="Failure">Why there is none.</param>
internal sealed record ExecutionEnd(string? Result, ExecutionFailure? Failure);
