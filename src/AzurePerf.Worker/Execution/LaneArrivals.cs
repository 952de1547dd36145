using AzurePerf.Core.Measurements;

namespace AzurePerf.Worker.Execution;

/// <summary>An open loop as one of its lanes sees it: operations come from the client's queue of arrivals, and what the lane does counts
/// for the client.</summary>
/// <param name="queue">Of the client.</param>
/// <param name="plan">The phase.</param>
internal sealed class LaneArrivals(ArrivalQueue queue, PhasePlan plan)
{
    private readonly ArrivalWait _wait = new();

    /// <summary>Completes when the lane is to look for an arrival again.</summary>
    public ValueTask<bool> WaitAsync() => _wait.WaitAsync();

    /// <summary>True while the lane has an arrival that it has not started yet.</summary>
    public bool HasOne => _wait.Handed is not null;

    /// <summary>Bytes that count against the client's limit.</summary>
    public long Bytes => queue.Bytes;

    /// <summary>Counts what was moved before the phase.</summary>
    public void Charge(long bytes) => queue.Charge(bytes);

    /// <summary>Takes the arrival that the lane has, or the next; false when there is none, now or for ever.</summary>
    /// <param name="index">Its number.</param>
    /// <param name="intended">When it was to start, on the clock of the execution.</param>
    /// <param name="end">Why the client starts no more; null while it does.</param>
    public bool TryTake(out long index, out long intended, out ClientEnd? end)
    {
        var turn = ArrivalTurn.Start;
        if (_wait.Handed is { } handed)
        {
            (index, intended, _wait.Handed) = (handed.Index, handed.IntendedNanoseconds, null);
        }
        else
        {
            turn = queue.Take(_wait, out index, out intended);
        }

        intended += plan.OpenedNanoseconds;
        end = turn == ArrivalTurn.Over ? queue.End : null;
        return turn == ArrivalTurn.Start;
    }

    /// <summary>Counts a success of the client.</summary>
    public void CountSuccess(long bytes) => queue.CountSuccess(bytes);

    /// <summary>Counts a failure, and returns how many there were in a row.</summary>
    public int CountFailure() => queue.CountFailure();

    /// <summary>A stop ended an operation of the client.</summary>
    public void Interrupt(long now) => queue.Interrupt(Math.Min(now, plan.ClosesNanoseconds) - plan.OpenedNanoseconds);

    /// <summary>The next place for a sample of the client.</summary>
    public int TakeSamplePlace() => queue.TakeSamplePlace();

    /// <summary>The lane leaves; the last one of a client ends it.</summary>
    /// <param name="reason">Why.</param>
    /// <param name="now">The time.</param>
    /// <param name="started">Whether it performed an operation.</param>
    /// <param name="start">When its last one started.</param>
    /// <param name="lastEnd">When that ended.</param>
    public void Leave(ClientEnd reason, long now, bool started, long start, long lastEnd)
    {
        var opened = plan.OpenedNanoseconds;
        if (HasOne)
        {
            queue.Return();
        }

        if (reason != ClientEnd.Operations)
        {
            queue.Finish(reason, Math.Min(now, plan.ClosesNanoseconds) - opened);
        }

        if (queue.Leave(started ? start - opened : null, started ? lastEnd - opened : 0, out var clientEnded))
        {
            plan.Overlap.ClientEnded(clientEnded + opened);
            plan.OpenLoop!.HandOver();
        }
    }
}
