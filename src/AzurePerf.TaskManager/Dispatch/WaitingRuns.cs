using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.TaskManager.Workers;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>
/// Runs that wait for keys or for workers sleep: a thousand of them cost hardly more than one. They wake when a key of theirs is free, when
/// workers come or go, and when somebody cancels them. One after the other is looked at all the same, because a message that says so can be
/// lost.
/// </summary>
internal sealed class WaitingRuns(ExclusivityKeys keys, WorkerWatch watch, EngineTimes times, TimeProvider time)
{
    /// <summary>How often the holders of keys are read while a run waits for one. A run that ends here gives its keys back without
    /// that.</summary>
    private static readonly TimeSpan HolderInterval = TimeSpan.FromSeconds(2);

    /// <summary>A run whose turn it is and that did not begin is woken again after that.</summary>
    private static readonly TimeSpan CallInterval = TimeSpan.FromSeconds(5);

    private IReadOnlyCollection<RunRuntimeState> _open = [];
    private long? _lookedAtHolders;
    private long _lastLook = time.GetTimestamp();
    private TimeSpan _untilNextLook = times.SleeperLook;
    private (DateTimeOffset SubmittedAt, string RunId) _lastLookedAt;

    /// <summary>Wakes whom it is time to wake, at most one read of the holders later.</summary>
    /// <param name="open">Every open run, oldest first; asked again between two calls.</param>
    public async Task WakeAsync(IReadOnlyCollection<RunRuntimeState> open, CancellationToken cancellationToken)
    {
        _open = open;
        if (open.Any(runtime => runtime.WantedKeys.Count > 0) && (keys.IsOutdated || IsPast(_lookedAtHolders, HolderInterval)))
        {
            await keys.LookAsync(cancellationToken);
            _lookedAtHolders = time.GetTimestamp();
            WakeUnknowingHolders();
        }

        foreach (var runtime in open.Where(waiting => waiting.Workforce is { } workforce && workforce != watch.Workforce))
        {
            runtime.NextLook = 0;
        }

        foreach (var runtime in open.Where(waiting => waiting is { Workforce: not null, IsAside: false } && IsInTheWay(waiting)))
        {
            // It lets them go first.
            runtime.NextLook = 0;
        }

        LookAtOne();
        WakeNext();
    }

    /// <summary>True when another run waits for keys that this one holds, and a worker is alive that could measure for it.</summary>
    public bool IsInTheWay(RunRuntimeState runtime) => runtime.Keys.Count > 0 && runtime.HoldsKeys != false && watch.HasMeasureWorker
        && _open.Any(other => other.RunId != runtime.RunId && other.WantedKeys.Intersect(runtime.Keys).Any());

    /// <summary>True when another run stands aside: its messages call for workers already.</summary>
    public bool IsAnyAside(RunRuntimeState runtime) => _open.Any(other => other.IsAside && other.RunId != runtime.RunId);

    /// <summary>Wakes those whose turn it is to take keys, from what is known: a run that has just ended need not be asked about.</summary>
    public void WakeNext()
    {
        if (keys.IsOutdated)
        {
            return;
        }

        var waiting = _open.Where(runtime => runtime.WantedKeys.Count > 0).ToDictionary(runtime => runtime.RunId);
        foreach (var runtime in KeyLine.Next(_open.Where(run => run.WantedKeys.Count > 0).Select(run => (run.RunId, run.WantedKeys)),
            keys.Holders).Select(runId => waiting[runId]))
        {
            if (IsPast(runtime.CalledAt, CallInterval))
            {
                runtime.CalledAt = time.GetTimestamp();
                runtime.NextLook = 0;
            }
        }
    }

    /// <summary>The run that this one has to wait for before it tries to take its keys; null when it may try.</summary>
    public string? InTheWayOf(RunState run)
    {
        var wanted = keys.Of(run);
        return KeyLine.HolderInTheWay(run.RunId, wanted, keys.Holders)
            ?? _open.TakeWhile(runtime => runtime.RunId != run.RunId)
                .FirstOrDefault(older =>
                    older.WantedKeys.Intersect(wanted).Any()
                        && KeyLine.HolderInTheWay(older.RunId, older.WantedKeys, keys.Holders) is null)?.RunId;
    }

    /// <summary>A run that was just found and has not begun need not be looked at before its turn: who holds its keys is asked for all of
    /// them together.</summary>
    public void EnterIfNew(RunRuntimeState runtime, RunState? header)
    {
        if (header is { Status: RunStatus.Accepted, GivenUp: "", Fault: "" } && keys.Of(header).Count > 0)
        {
            runtime.Measures = false;
            runtime.SleepForKeys(keys.Of(header), time);
        }
    }

    /// <summary>A TaskManager that stood still while it took keys for a run, and leads no more, may have taken them after this one found
    /// that the run holds none. The run is looked at: it gives them back, or goes on with them.</summary>
    private void WakeUnknowingHolders()
    {
        var holders = keys.Holders.Values.ToHashSet(StringComparer.Ordinal);
        foreach (var runtime in _open.Where(run => run.HoldsKeys == false && holders.Contains(run.RunId)))
        {
            runtime.HoldsKeys = null;
            runtime.NextLook = 0;
        }
    }

    private void LookAtOne()
    {
        var asleep = _open.Where(runtime => runtime.Sleeps).ToArray();
        if (asleep.Length == 0 || !IsPast(_lastLook, _untilNextLook))
        {
            return;
        }

        var next =
            asleep.FirstOrDefault(runtime =>
                Comparer<(DateTimeOffset, string)>.Default.Compare((runtime.SubmittedAt, runtime.RunId), _lastLookedAt) > 0) ?? asleep[0];
        next.NextLook = 0;
        _untilNextLook = next.Workforce is null ? times.SleeperLook : times.SleeperLookAfterBag;
        _lastLookedAt = (next.SubmittedAt, next.RunId);
        _lastLook = time.GetTimestamp();
    }

    private bool IsPast(long? since, TimeSpan interval) => since is not { } at || time.GetElapsedTime(at) >= interval;
}
