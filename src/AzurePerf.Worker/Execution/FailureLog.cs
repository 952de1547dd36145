using System.Collections.Frozen;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>The failed operations of all clients in one phase. Failures are rare or slow, so that a lock and a histogram made on first use
/// do no harm.</summary>
internal sealed class FailureLog
{
    private readonly Dictionary<OperationOutcome, FailedOperations> _failures = [];
    private readonly Lock _lock = new();

    /// <summary>What the first failed follow-up said; empty when none failed.</summary>
    public string FollowUpMessage { get; private set; } = "";

    public void Add(OperationOutcome outcome, long durationNanoseconds, Exception exception)
    {
        lock (_lock)
        {
            if (!_failures.TryGetValue(outcome, out var failed))
            {
                failed = new(new LatencyHistogram(), FailureText.Of(exception));
                _failures.Add(outcome, failed);
            }

            failed.Latencies.Record(durationNanoseconds);
        }
    }

    public void AddFollowUp(Exception exception)
    {
        lock (_lock)
        {
            if (FollowUpMessage.Length == 0)
            {
                FollowUpMessage = FailureText.Of(exception);
            }
        }
    }

    /// <summary>What was recorded, after all clients have ended.</summary>
    public FrozenDictionary<OperationOutcome, FailedOperations> Read() => _failures.ToFrozenDictionary();
}
