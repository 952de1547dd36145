using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Generators;

namespace AzurePerf.Worker.Execution;

/// <summary>
/// A thread that sleeps for a few milliseconds again and again and takes down how late it woke: what keeps it from running keeps the
/// clients from running too. Every hundred milliseconds it also looks how long the thread pool takes to run a work item.
/// </summary>
internal sealed class HiccupCanary : IDisposable
{
    // Waking costs a virtual machine some 25 us of processor time, so that sleeps of 1 ms would take more than 1 % of two processors
    // from what is measured. A wait for a handle costs some 40 us.
    private const uint SleepMicroseconds = 4_000;
    private const long LookEveryNanoseconds = 100_000_000;

    private readonly MeasurementClock _clock;
    private readonly Func<bool> _sleep;
    private readonly LatencyHistogram _hiccups = new();
    private readonly PoolDelay _pool;
    private Thread? _thread;
    private long _shortest = long.MaxValue;
    private volatile bool _open;
    private volatile bool _ended;

    /// <param name="clock">The clock of the execution.</param>
    /// <param name="sleep">Sleeps for that long; false when it was ended meanwhile.</param>
    /// <param name="pool">Where it looks.</param>
    internal HiccupCanary(MeasurementClock clock, Func<bool>? sleep, PoolDelay pool)
    {
        _clock = clock;
        _pool = pool;
        _sleep = sleep ?? Sleep;
    }

    /// <summary>Starts one. It learns how long a sleep takes on this machine at least, and keeps nothing before it is opened.</summary>
    public static HiccupCanary Start(MeasurementClock clock)
    {
        var canary = new HiccupCanary(clock, sleep: null, new PoolDelay(clock));
        canary._thread = new(canary.Watch) { IsBackground = true, Name = "canary" };
        canary._thread.Start();
        return canary;
    }

    /// <summary>From here on what it sees counts.</summary>
    public void Open() => _open = true;

    /// <summary>Ends it, and says what it saw.</summary>
    public CanaryReading Close()
    {
        End();
        return new(DelayStatistics.Of(_hiccups), _pool.Close(), _pool.MostPending);
    }

    public void Dispose() => End();

    /// <summary>The life of the thread.</summary>
    internal void Watch()
    {
        var lookAt = long.MinValue;
        var asleep = _clock.Nanoseconds();
        while (_sleep())
        {
            var awake = _clock.Nanoseconds();
            var counts = _open;
            Note(awake - asleep, counts);
            if (counts && awake >= lookAt)
            {
                _pool.Look(awake);
                lookAt = awake + LookEveryNanoseconds;
            }

            asleep = _clock.Nanoseconds();
        }
    }

    private bool Sleep()
    {
        ThreadSleep.OfSystem(SleepMicroseconds);
        return !_ended;
    }

    private void Note(long slept, bool counts)
    {
        _shortest = Math.Min(_shortest, slept);
        if (counts)
        {
            _hiccups.Record(slept - _shortest);
        }
    }

    private void End()
    {
        if (_thread is { } thread)
        {
            _ended = true;
            thread.Join();
            _thread = null;
        }
    }
}
