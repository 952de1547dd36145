using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Probes;

/// <summary>
/// The one place that turns what a probe threw into an outcome. Whoever cancelled an operation knows it and does not ask: a cancellation
/// that gets here is a time-out, of the runner's deadline or of a client library.
/// </summary>
public interface IOutcomeClassifier
{
    /// <param name="exception">What the operation threw.</param>
    /// <param name="mutates">Whether the operation changes the target: without an answer it is then ambiguous, not failed.</param>
    OperationOutcome Classify(Exception exception, bool mutates);
}
