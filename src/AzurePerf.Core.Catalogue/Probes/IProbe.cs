using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Probes;

/// <summary>Performs one asynchronous operation. The runner owns clock, pacing, concurrency, warm-up, deadline, histogram and outcome
/// classes.</summary>
public interface IProbe : IProbeSetup
{
    /// <summary>
    /// Performs the operation and verifies what it read. Throws when it fails; <see cref="CorruptDataException"/> when the content is
    /// wrong. Called for many clients and lanes at once, but never twice at once for one lane of a client.
    /// </summary>
    ValueTask<OperationResult> ExecuteAsync(Operation operation, CancellationToken cancellationToken);

    /// <summary>
    /// What must follow a successful operation at once, in the warm-up too, but is not part of it. Harness time: recorded as such, never as
    /// latency, but in the rates. What can wait belongs into <see cref="IProbeSetup.FinishAsync"/>.
    /// </summary>
    ValueTask FollowUpAsync(Operation operation, CancellationToken cancellationToken) => ValueTask.CompletedTask;
}
