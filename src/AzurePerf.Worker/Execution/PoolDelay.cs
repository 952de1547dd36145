using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Generators;

namespace AzurePerf.Worker.Execution;

/// <summary>How long the thread pool takes to run a work item, seen by one that it is given now and then. There is one at most in its
/// queue, and giving it allocates nothing.</summary>
internal sealed class PoolDelay : IThreadPoolWorkItem
{
    private readonly MeasurementClock _clock;
    private readonly Action<IThreadPoolWorkItem> _queue;
    private readonly Func<long> _pending;
    private readonly LatencyHistogram _delays = new();
    private readonly Lock _lock = new();
    private long? _queuedAt;
    private bool _closed;

    public PoolDelay(MeasurementClock clock)
        : this(clock, item => ThreadPool.UnsafeQueueUserWorkItem(item, preferLocal: false), () => ThreadPool.PendingWorkItemCount)
    {
    }

    /// <param name="clock">The clock of the execution.</param>
    /// <param name="queue">Gives a work item to the pool.</param>
    /// <param name="pending">Work items that wait there.</param>
    internal PoolDelay(MeasurementClock clock, Action<IThreadPoolWorkItem> queue, Func<long> pending)
    {
        _clock = clock;
        _queue = queue;
        _pending = pending;
    }

    /// <summary>The most work items that waited at any look.</summary>
    public long MostPending { get; private set; }

    /// <summary>Looks how many items wait, and gives the pool another one unless the last one waits still.</summary>
    public void Look(long now)
    {
        MostPending = Math.Max(MostPending, _pending());
        lock (_lock)
        {
            if (_queuedAt is not null)
            {
                return;
            }

            _queuedAt = now;
        }

        _queue(this);
    }

    /// <summary>Runs on the pool.</summary>
    public void Execute()
    {
        lock (_lock)
        {
            Take();
        }
    }

    /// <summary>What it saw; an item that waits still counts with the time that it has waited.</summary>
    public DelayStatistics Close()
    {
        lock (_lock)
        {
            Take();
            _closed = true;
            return DelayStatistics.Of(_delays);
        }
    }

    private void Take()
    {
        if (!_closed && _queuedAt is { } queuedAt)
        {
            _delays.Record(_clock.Nanoseconds() - queuedAt);
            _queuedAt = null;
        }
    }
}
