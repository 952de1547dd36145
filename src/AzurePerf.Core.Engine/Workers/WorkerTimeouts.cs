using System.Globalization;

namespace AzurePerf.Core.Workers;

/// <summary>
/// Whether executions that were killed for their time limits say that their worker is slow, so that it is replaced, or only that they were.
/// On one slot, two in a row say so. Of several slots, those that are slow by chance always end in a row, long after the fast ones that
/// began with them: there the results that the other slots brought in the same time speak for the worker. Where fewer tasks are open than
/// it has slots, that many kills do not come before a task is given up: there a kill says so whose execution began after another was
/// killed, if there was no result since that one began.
/// </summary>
public sealed class WorkerTimeouts
{
    private const int Fewest = 2;

    /// <summary>With fewer, a worker that is not slow is kept only if no result is allowed.</summary>
    private const int ManySlots = 8;

    private readonly int _slots;
    private readonly TimeSpan[] _killedBegan;
    private readonly TimeSpan[] _inTimeEnded;
    private readonly OneAfterTheOther _oneAfterTheOther;

    private WorkerTimeouts(int slots, TimeSpan[] killedBegan, TimeSpan[] inTimeEnded, OneAfterTheOther oneAfterTheOther) =>
        (_slots, _killedBegan, _inTimeEnded, _oneAfterTheOther) = (slots, killedBegan, inTimeEnded, oneAfterTheOther);

    /// <summary>How many kills say that the worker is slow: as many as it has slots, and two at least.</summary>
    public int Needed => Math.Max(Fewest, _slots);

    /// <summary>How many results in the same time do not speak against that: a slow worker brings some, of small tasks.</summary>
    public int MostInTime => _slots < ManySlots ? 0 : _slots / 2;

    /// <summary>Why the worker is to be replaced, for people; null while nothing says so.</summary>
    public string? Reason =>
        SaySlow && _slots > 1
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"{Needed} executions were killed because they ran over their time limits, and hardly any other brought a result meanwhile")
        : SaySlow ? "two executions in a row were killed because they ran over their time limits"
        : _oneAfterTheOther.Both
            ? "two executions one after the other were killed because they ran over their time limits, and none brought a result meanwhile"
        : null;

    private bool SaySlow => _killedBegan.Length == Needed && _killedBegan.Min() is var since
        && _inTimeEnded.Count(ended => ended > since) <= MostInTime;

    /// <summary>Of a worker that has executed nothing yet.</summary>
    /// <param name="slots">How many tasks it executes at once, 1 or more.</param>
    public static WorkerTimeouts None(int slots)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(slots, 1);
        return new(slots, [], [], default);
    }

    /// <summary>With one more, told in the order of their ends.</summary>
    public WorkerTimeouts Plus(EndedExecution ended) => ended.Sign switch
    {
        SpeedSign.TooSlow => new(
            _slots, Latest(_killedBegan, ended.Began, Needed), _inTimeEnded, _oneAfterTheOther.Killed(ended, _inTimeEnded)),

        // What needs no time on any worker says nothing of this one; on one slot it ends the row.
        SpeedSign.None when _slots > 1 => this,
        _ => new(_slots, _killedBegan, Latest(_inTimeEnded, ended.Ended, MostInTime + 1), default),
    };

    private static TimeSpan[] Latest(TimeSpan[] before, TimeSpan next, int count) => [.. before.Append(next).TakeLast(count)];

    /// <param name="FirstEnded">When the first of two was killed; null while there was none since the last result.</param>
    /// <param name="Both">Whether there was the second.</param>
    private readonly record struct OneAfterTheOther(TimeSpan? FirstEnded, bool Both)
    {
        public OneAfterTheOther Killed(EndedExecution kill, IEnumerable<TimeSpan> inTimeEnded) =>
            FirstEnded is { } first ? this with { Both = Both || kill.Began >= first }
            : inTimeEnded.Any(ended => ended > kill.Began) ? this
            : new(kill.Ended, Both: false);
    }
}
