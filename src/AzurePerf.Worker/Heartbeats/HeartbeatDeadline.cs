using AzurePerf.Core.Workers;

namespace AzurePerf.Worker.Heartbeats;

/// <summary>When this worker last said that it lives. Without a success for too long it must count as dead, whatever it does.</summary>
internal sealed class HeartbeatDeadline(EngineTimes times, TimeProvider time)
{
    private (long Timestamp, DateTimeOffset At) _lastSuccess = (time.GetTimestamp(), time.GetUtcNow());

    /// <summary>True when others may take it for dead. By the wall clock too: a monotonic clock may stand still while a machine is
    /// suspended.</summary>
    public bool IsCut =>
        time.GetElapsedTime(_lastSuccess.Timestamp) >= times.SelfStop || time.GetUtcNow() - _lastSuccess.At >= times.SelfStop;

    /// <summary>How long until it is cut unless a heartbeat succeeds; zero or less once it may be.</summary>
    public TimeSpan UntilCut => times.SelfStop - time.GetElapsedTime(_lastSuccess.Timestamp);

    /// <summary>The moment at which a heartbeat begins that may succeed.</summary>
    public (long Timestamp, DateTimeOffset At) Now => (time.GetTimestamp(), time.GetUtcNow());

    /// <summary>Takes note of a heartbeat that succeeded.</summary>
    /// <param name="began">When it began: for others it is as old.</param>
    public void Renew((long Timestamp, DateTimeOffset At) began) => _lastSuccess = began;
}
