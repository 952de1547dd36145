namespace AzurePerf.Worker.Execution;

/// <summary>The time between one operation of a lane and its next one: follow-ups, planned rests, thoughts, and the harness itself. Inside
/// the memory of its <see cref="ClientPhase"/>.</summary>
internal struct TimeBetween
{
    /// <summary>A tick of the coarsest timers: a shorter wait cannot be asked for.</summary>
    private const long TimerTickNanoseconds = 16_000_000;

    /// <summary>A longer wait than was asked for by this part of it changes the load by as little.</summary>
    private const int LatenessDivisor = 20;

    private long _harness;
    private long _followUps;
    private long _rests;
    private long _overlapRests;
    private long _thoughts;

    // Since the last operation.
    private long _followUp;
    private long _restStart;
    private long _restEnd;
    private long _thought;

    public readonly long HarnessNanoseconds => _harness;

    public readonly long FollowUpNanoseconds => _followUps;

    public readonly long RestNanoseconds => _rests;

    public readonly long OverlapRestNanoseconds => _overlapRests;

    public readonly long ThinkNanoseconds => _thoughts;

    /// <summary>A pause is over: after a success a planned rest, or what the client thought. Of a wait after a failure only what it would
    /// have thought anyway is part of the load, and of one from which the worker woke it late only what was asked for.</summary>
    public void EndPause(long lastEnd, PhasePlan plan, bool failed)
    {
        var now = plan.Clock.Nanoseconds();
        if (!failed && plan.RestBetween > TimeSpan.Zero)
        {
            EndRest(lastEnd, now);
        }
        else if (plan.ThinkBetween > TimeSpan.Zero)
        {
            var asked = plan.ThinkBetween.Ticks * TimeSpan.NanosecondsPerTick;
            var unavoidable = failed ? 0 : Math.Max(TimerTickNanoseconds, asked / LatenessDivisor);
            _thought = Math.Min(now - lastEnd - _followUp, asked + unavoidable);
        }
    }

    /// <summary>The time since the operation's end, or since its follow-up, was a planned rest.</summary>
    public void EndRest(long lastEnd, long now) => (_restStart, _restEnd) = (lastEnd + _followUp, now);

    /// <summary>What was done since the operation's end, or since the rest after it, is harness time: it followed the operation, or looked
    /// at what that left.</summary>
    public void EndFollowUp(long lastEnd, long now) => _followUp = now - Math.Max(lastEnd, _restEnd);

    /// <summary>An operation of an open loop starts: waiting for the next arrival is nobody's fault.</summary>
    public void Wait(long since, long now) => _harness += now - since;

    /// <summary>An operation of a closed loop starts after another one; what followed the last one of all is beyond the client's
    /// time, but for a thought, which counts as it was asked for.</summary>
    public void Close(long lastEnd, long now, OverlapWindow overlap)
    {
        _harness += now - lastEnd;
        _followUps += _followUp;
        _thoughts += _thought;
        (_followUp, _thought) = (0, 0);
        if (_restEnd > lastEnd)
        {
            _rests += _restEnd - _restStart;
            _overlapRests += overlap.NanosecondsInside(_restStart, _restEnd);
        }
    }
}
