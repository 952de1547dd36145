namespace AzurePerf.Cli.Local;

/// <summary>
/// Says when an ended worker is replaced. Five successors start within a minute, each further one waits its turn, for a minute at most: tasks may end workers, and
/// then new ones help as little, but others still have work. Only workers that cannot even start have a reason that every successor shares.
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
