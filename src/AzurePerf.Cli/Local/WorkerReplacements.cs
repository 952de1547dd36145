using System.Globalization;

namespace AzurePerf.Cli.Local;

/// <summary>
/// Says when an ended worker is replaced. Five successors start within a minute, each further one waits its turn, for a minute at most:
/// tasks may end workers, and then new ones help as little, but others still have work. Only workers that cannot even start have a reason
/// that every successor shares.
/// </summary>
internal sealed class WorkerReplacements(TimeProvider time)
{
    private const int MostWithinWindow = 5;
    private const int MostFailedStarts = 5;
    private static readonly TimeSpan Window = TimeSpan.FromMinutes(1);

    private readonly long _began = time.GetTimestamp();
    private readonly Queue<TimeSpan> _ends = [];
    private readonly Queue<TimeSpan> _starts = [];
    private int _failedStarts;

    /// <summary>Takes note of one worker that ended by itself.</summary>
    /// <param name="hadStarted">Whether it ever took tasks.</param>
    /// <param name="othersWork">Whether another worker has started and runs.</param>
    public Replacement Next(bool hadStarted, bool othersWork)
    {
        var now = time.GetElapsedTime(_began);
        _failedStarts = hadStarted || othersWork ? 0 : _failedStarts + 1;
        _ends.Enqueue(now);
        while (_ends.Peek() < now - Window)
        {
            _ends.Dequeue();
        }

        return new(_failedStarts > MostFailedStarts ? null : WaitFrom(now), _ends.Count);
    }

    /// <summary>Until a minute after the fifth latest start.</summary>
    private TimeSpan WaitFrom(TimeSpan now)
    {
        var free = _starts.Count < MostWithinWindow ? now : _starts.Dequeue() + Window;
        var start = free < now ? now : free > now + Window ? now + Window : free;
        _starts.Enqueue(start);
        return start - now;
    }
}

/// <summary>What follows from the end of a worker.</summary>
/// <param name="Wait">When its successor starts, from now on; null when none does, because workers cannot even start.</param>
/// <param name="Ended">Workers that ended by themselves within the last minute, this one included.</param>
internal readonly record struct Replacement(TimeSpan? Wait, int Ended)
{
    /// <summary>Why the successor has to wait and what to do, in a sentence.</summary>
    /// <param name="exit">How the worker ended.</param>
    public string Waiting(ChildExit exit) => string.Create(
        CultureInfo.InvariantCulture,
        $"{exit}; {Ended} workers ended within a minute, so its successor starts in {Math.Ceiling((Wait ?? TimeSpan.Zero).TotalSeconds)} "
            + $"s. If a run ends them, cancel it: azureperf cancel RUN; --logs DIR keeps what each said");
}
