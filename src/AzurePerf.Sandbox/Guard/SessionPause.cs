using AzurePerf.Sandbox.Native;
using AzurePerf.Sandbox.Programs;

namespace AzurePerf.Sandbox.Guard;

/// <summary>Stops a program for a look and lets it go on. One look at a time; the other one then does without.</summary>
/// <param name="session">Of the program.</param>
/// <param name="hasEnded">Whether there is no program to stop any more.</param>
/// <param name="clock">How long it is waited for.</param>
internal sealed class SessionPause(int session, Func<bool> hasEnded, TimeProvider clock)
{
    /// <summary>On a busy machine a process learns late that it is to stop.</summary>
    private static readonly TimeSpan MostWait = TimeSpan.FromMilliseconds(200);

    private static readonly TimeSpan BetweenWaits = TimeSpan.FromMilliseconds(1);

    private readonly object _lock = new();
    private readonly News _noNews = new();
    private readonly StopCount _stops = new();

    /// <summary>The program does not stand still, although it was stopped: what it uses cannot be known.</summary>
    public bool IsDefied => _stops.IsDefied;

    /// <returns>What was seen while all stood still; null where they did not, or another look has stopped them.</returns>
    public T? While<T>(Func<ProcessLook, T> look) where T : class
    {
        if (!Monitor.TryEnter(_lock))
        {
            return null;
        }

        try
        {
            return hasEnded() ? null : Stopped(look);
        }
        finally
        {
            Monitor.Exit(_lock);
        }
    }

    private T? Stopped<T>(Func<ProcessLook, T> look) where T : class
    {
        _ = LibC.Kill(-session, Signals.Stop);
        try
        {
            var seen = StandStill() is { } processes ? look(processes) : null;
            var after = ProcessLook.Take(session);
            var isStill = seen is not null && after.StandsStill;
            Count(isStill || hasEnded(), after.IsStopping);
            return isStill ? seen : null;
        }
        finally
        {
            _ = LibC.Kill(-session, Signals.Continue);
        }
    }

    private void Count(bool isGood, bool isLate)
    {
        if (isGood)
        {
            _stops.Good();
        }
        else if (isLate)
        {
            _stops.Late();
        }
        else
        {
            _stops.Failed();
        }
    }

    private ProcessLook? StandStill()
    {
        for (var began = clock.GetTimestamp(); clock.GetElapsedTime(began) < MostWait && !hasEnded();)
        {
            var look = ProcessLook.Take(session);
            if (look.StandsStill)
            {
                return look;
            }

            _noNews.Wait(BetweenWaits);
        }

        return null;
    }
}
