using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>
/// One client in one phase, or of an open loop one lane of it: decides whether it goes on and reads the clock around each operation. What
/// it counts is in its parts, each of which does one thing and lies in its memory: <see cref="ClientTally"/>, <see cref="TimeBetween"/>,
/// <see cref="StreamBlocks"/>; <see cref="LaneArrivals"/> is there in an open loop only, <see cref="LaneTypes"/> where operations have
/// types. The loops only call it; they differ in how they perform the operation. One loop writes; others may read what
/// <see cref="RunnerProgress"/> adds up.
/// </summary>
internal sealed class ClientPhase
{
    private readonly LaneNumber _number;
    private readonly PhasePlan _plan;
    private readonly OperationDeadline _deadline;
    private readonly ClientRecorder? _recorder;
    private readonly ClientLatencies? _latencies;
    private readonly ClientCounts _counts;
    private readonly PhaseTimes? _phases;
    private readonly LaneTypes? _types;
    private readonly LaneArrivals? _arrivals;
    private readonly ClientPhase? _before;
    private readonly Memory<Sample> _samples;

    private ClientTally _tally;
    private TimeBetween _between;
    private StreamBlocks _stream;

    private long _charged;
    private int _failuresInARow;
    private int _samplesKept;
    private long _firstStart;
    private long _intended;
    private long _start;
    private long _lastEnd;
    private long _lastThought;
    private ClientEnd? _end;

    /// <param name="number">Which lane of which client it is.</param>
    /// <param name="plan">The phase.</param>
    /// <param name="deadline">Ends operations that take too long.</param>
    /// <param name="recorder">What it records into; null where all lanes of the phase record into one.</param>
    /// <param name="samples">Room for the client's samples.</param>
    /// <param name="arrivals">What tells when an operation is to start; null to start it when the last has ended.</param>
    /// <param name="before">The phase before it, whose bytes count against the operator's limit as well; null for the first.</param>
    public ClientPhase(
        LaneNumber number, PhasePlan plan, OperationDeadline deadline, ClientRecorder? recorder, Memory<Sample> samples,
        ArrivalQueue? arrivals, ClientPhase? before)
    {
        _number = number;
        _plan = plan;
        _deadline = deadline;
        _recorder = recorder;
        _latencies = recorder is null ? null : new(plan.Latencies);
        _counts = new(plan.Counts);
        _phases = recorder?.Phases;
        _types = plan.Types?.Join();
        _arrivals = arrivals is null ? null : new(arrivals, plan);
        _before = before;
        _samples = samples;
        _end = plan.Limits.Operations == 0 ? ClientEnd.Operations : null;
    }

    public int Client => _number.Client;

    public bool IsWarmUp => _plan.WarmUp;

    /// <summary>True when it starts no more operations.</summary>
    public bool HasEnded => _end is not null;

    /// <summary>Cancelled when the current operation is to end.</summary>
    public CancellationToken Token => _deadline.Token;

    /// <summary>How long to wait before the next operation; zero unless the last ones failed, or the load wants a rest between
    /// operations.</summary>
    public TimeSpan Pause { get; private set; }

    /// <summary>Operations that it will do; 0 when the phase ends otherwise, and for all lanes but one of those that share their client's
    /// arrivals.</summary>
    public long OperationsPlanned =>
        _plan.Limits.Operations == long.MaxValue || (_arrivals is not null && _number.Lane > 0) ? 0 : _plan.Limits.Operations;

    public long OperationsEnded => _tally.EndedSeen;

    public long Failed => _tally.FailedSeen;

    public long BytesMoved => _tally.BytesSeen + _stream.BytesSeen;

    public ReadOnlySpan<Sample> Samples => _samples.Span[.._samplesKept];

    /// <summary>Called before the gate: makes room, and reports that the client is there. Completes when all clients may start.</summary>
    public ValueTask ArriveAsync()
    {
        _recorder?.Reset();
        ChargeBefore();
        return _plan.Gate.ArriveAsync(_number.Place);
    }

    /// <summary>Called when there is nothing to begin: completes with true when there may be again, with false when there never
    /// will.</summary>
    public ValueTask<bool> ArrivalAsync() => _arrivals is null || _end is not null ? new(false) : _arrivals.WaitAsync();

    /// <summary>Starts the next operation, or says that there is none, now or for ever.</summary>
    public bool TryBegin(out Operation operation)
    {
        operation = default;
        if (_end is not null)
        {
            return false;
        }

        var now = _plan.Clock.Nanoseconds();
        if (_plan.Stop.IsCancellationRequested || (now >= _plan.ClosesNanoseconds && _arrivals is not { HasOne: true } && !MustWarmUp))
        {
            EndWith(_plan.ReasonToClose, now);
            return false;
        }

        var index = (_tally.Ended * _number.LanesPerClient) + _number.Lane;
        if (_arrivals is null)
        {
            _intended = now;
        }
        else if (!TryTakeArrival(_arrivals, now, out index))
        {
            return false;
        }
        else
        {
            // After the arrival was taken, so that no start is before it.
            now = _plan.Clock.Nanoseconds();
        }

        MarkStart(now);
        _deadline.Begin(now);
        operation = new(Client, index, _plan.WarmUp, _number.Lane);
        _types?.Begin(operation);
        return true;
    }

    /// <summary>Ends an operation, as early as possible after it returned (null) or threw.</summary>
    public void End(OperationResult result, Exception? failure) => End(result, failure, _plan.Clock.Nanoseconds());

    /// <summary>The time, for an operation that is looked at between its end and
    /// <see cref="End(OperationResult, Exception?, long)"/>.</summary>
    public long Now() => _plan.Clock.Nanoseconds();

    /// <summary>Ends an operation that had returned or thrown at an earlier instant.</summary>
    public void End(OperationResult result, Exception? failure, long now)
    {
        var timedOut = _deadline.End();
        if (failure is null)
        {
            var overlap = _plan.Overlap.ShareInside(_start, now);
            Complete(now, result, overlap, result.Bytes * overlap);
        }
        else
        {
            Fail(now, failure, timedOut, bytes: 0);
        }
    }

    /// <summary>Ends a stream; its bytes are those of its blocks.</summary>
    public void EndStream(int wireRequests, Exception? failure)
    {
        var now = _plan.Clock.Nanoseconds();
        var timedOut = _deadline.End();
        var (bytes, overlapBytes) = _stream.End();
        if (failure is null)
        {
            Complete(now, new(bytes, wireRequests), _plan.Overlap.ShareInside(_start, now), overlapBytes);
        }
        else
        {
            Fail(now, failure, timedOut, bytes);
        }
    }

    /// <summary>Times one block of a stream; false when the client is to move no more. The time-out is one of each block: a stream may take
    /// as long as it moves.</summary>
    public bool BlockMoved(int bytes)
    {
        var now = _plan.Clock.Nanoseconds();
        _stream.Add(bytes, now, _plan, _recorder!);
        _deadline.Extend(now);
        return now < _plan.ClosesNanoseconds && _charged + _tally.Bytes + _stream.Bytes < _plan.Limits.Bytes;
    }

    /// <summary>Times one phase of an operation that has several; it began where the one before ended.</summary>
    public void EndPhaseOfOperation(int index) => _phases!.End(index, _plan.Clock.Nanoseconds());

    /// <summary>Begins what must follow a successful operation; it has the same time-out, and is harness time.</summary>
    public void BeginFollowUp() => _deadline.Begin(_lastEnd);

    /// <summary>Called when a <see cref="Pause"/> is over.</summary>
    public void EndPause() => _between.EndPause(_lastEnd, _plan, failed: _failuresInARow > 0);

    /// <summary>The time since the operation's end, or since its follow-up, was a planned rest.</summary>
    public void EndRest() => _between.EndRest(_lastEnd, _plan.Clock.Nanoseconds());

    /// <summary>What was done since the operation's end, to look at what it left, or since the rest after it, is harness time, as a
    /// follow-up is.</summary>
    public void EndVerification() => _between.EndFollowUp(_lastEnd, _plan.Clock.Nanoseconds());

    public void EndFollowUp(Exception? failure)
    {
        EndVerification();
        _deadline.End();
        if (failure is not null)
        {
            _tally.CountFollowUpFailure();
            _plan.Failures.AddFollowUp(failure);
        }
    }

    /// <summary>What the client did, after it ended.</summary>
    public ClientMeasurement Read(ClientPhase warmUp) => new()
    {
        Client = Client,
        FirstStartNanoseconds = _tally.Ended > 0 ? _firstStart - _plan.OpenedNanoseconds : null,
        LastEndNanoseconds = _tally.Ended > 0 ? _lastEnd - _plan.OpenedNanoseconds : null,
        Completed = _tally.Completed,
        Failed = _tally.FailedSeen,
        Bytes = _tally.Bytes,
        FailedBytes = _tally.FailedBytes,
        WireRequests = _tally.WireRequests,
        ContinuationRequests = _tally.ContinuationRequests,
        BusyNanoseconds = _tally.BusyNanoseconds,
        HarnessNanoseconds = _between.HarnessNanoseconds,
        FollowUpNanoseconds = _between.FollowUpNanoseconds,
        RestNanoseconds = _between.RestNanoseconds,
        OverlapRestNanoseconds = _between.OverlapRestNanoseconds,
        ThinkNanoseconds = _between.ThinkNanoseconds,
        LastThoughtNanoseconds = _lastThought,
        OverlapOperations = _tally.OverlapOperations,
        OverlapBytes = _tally.OverlapBytes,
        FollowUpFailures = _tally.FollowUpFailures,
        End = _end ?? throw new InvalidOperationException($"client {Client} is still at work"),
        WarmUpOperations = warmUp.OperationsEnded,
        WarmUpFailures = warmUp.Failed,
        PhaseNanoseconds = _phases?.Totals,
        Types = _types?.Read(),
    };

    /// <summary>The first operation makes what a client works on, so a warm-up has one however short it is, unless there is none.</summary>
    private bool MustWarmUp => IsWarmUp && _plan.Limits.Nanoseconds > 0 && _tally.Ended == 0;

    private bool TryTakeArrival(LaneArrivals arrivals, long now, out long index)
    {
        var starts = arrivals.TryTake(out index, out _intended, out var end);
        if (end is { } reason)
        {
            EndWith(reason, now);
        }

        return starts;
    }

    private void MarkStart(long now)
    {
        var first = _tally.Ended == 0;
        if (first)
        {
            _firstStart = now;
        }

        if (_arrivals is not null)
        {
            _between.Wait(since: first ? now : Math.Max(_lastEnd, _intended), now);
        }
        else if (first)
        {
            _plan.Overlap.ClientStarted(now);
        }
        else
        {
            _between.Close(_lastEnd, now, _plan.Overlap);
        }

        _start = now;
        _stream.Begin(now);
        _phases?.Begin(now);
    }

    private void Complete(long end, OperationResult result, double overlap, double overlapBytes)
    {
        if (_latencies is not null)
        {
            _latencies.Record(end - _plan.OpenedNanoseconds, end - _start);
        }
        else
        {
            _plan.OpenLoop!.Succeeded(_intended - _plan.OpenedNanoseconds, _start - _plan.OpenedNanoseconds, end - _plan.OpenedNanoseconds);
            _arrivals?.CountSuccess(result.Bytes);
        }

        _counts.Count(end - _plan.OpenedNanoseconds);
        _phases?.Count();
        _types?.Succeeded(end - _plan.OpenedNanoseconds, end - _intended, overlap);
        _failuresInARow = 0;
        Pause = _plan.RestBetween + _plan.ThinkBetween;
        _tally.Complete(result, overlap, overlapBytes);
        AfterOperation(end, OperationOutcome.Ok, result);
    }

    private void Fail(long end, Exception failure, bool timedOut, long bytes)
    {
        var outcome = _plan.Classify(failure, timedOut);
        _plan.Failures.Add(outcome, end - _start, failure);
        _types?.Failed(outcome, end - _start, failure);
        _latencies?.Reach(end - _plan.OpenedNanoseconds);
        _plan.OpenLoop?.Failed(_intended - _plan.OpenedNanoseconds, _start - _plan.OpenedNanoseconds, end - _plan.OpenedNanoseconds);
        _failuresInARow = _arrivals?.CountFailure() ?? _failuresInARow + 1;

        // What arrives does not wait for a client that fails: a pause would be lag.
        Pause = _arrivals is null ? FailurePacing.PauseAfter(_failuresInARow, end - _start, _plan.ThinkBetween) : TimeSpan.Zero;
        _tally.Fail(bytes);
        AfterOperation(end, outcome, new(bytes, WireRequests: 0));
    }

    private void ChargeBefore()
    {
        var bytes = _before is not null && _plan.Limits.AtBytes == ClientEnd.Limit ? _before.BytesMoved : 0;
        _charged = bytes;
        _arrivals?.Charge(bytes);
    }

    private void AfterOperation(long end, OperationOutcome outcome, OperationResult result)
    {
        _tally.AddBusy(end - _start);
        _lastEnd = end;
        Keep(outcome, result);

        // Decided here and not at the next start, so that the others learn at once that this client has ended: a follow-up may still take
        // long.
        if (outcome != OperationOutcome.Ok && _plan.Stop.IsCancellationRequested)
        {
            _arrivals?.Interrupt(end);
            EndWith(ClientEnd.Stopped, end, isCutOff: true);
        }
        else if (LimitReached(end) is { } reason)
        {
            EndWith(reason, end);
        }
    }

    private void Keep(OperationOutcome outcome, OperationResult result)
    {
        var place = _arrivals?.TakeSamplePlace() ?? _samplesKept;
        if (place < _samples.Length)
        {
            _samplesKept++;
            var opened = _plan.OpenedNanoseconds;
            _samples.Span[place] = new(
                Client, _intended - opened, _start - opened, _lastEnd - opened, result.Bytes, outcome, result.WireRequests);
        }
    }

    private ClientEnd? LimitReached(long end)
    {
        if (_tally.Ended >= _plan.Limits.Operations)
        {
            return _plan.Limits.AtOperations;
        }

        if ((_arrivals?.Bytes ?? _charged + _tally.Bytes) >= _plan.Limits.Bytes)
        {
            return _plan.Limits.AtBytes;
        }

        // Also when it would wait until then. To wait first would keep the point from its end, and the others from knowing it.
        if (end + (Pause.Ticks * TimeSpan.NanosecondsPerTick) >= _plan.ClosesNanoseconds)
        {
            return _plan.ReasonOfTime;
        }

        return _failuresInARow >= FailurePacing.GiveUpAfter ? ClientEnd.GaveUp : null;
    }

    private void EndWith(ClientEnd reason, long now, bool isCutOff = false)
    {
        _end = reason;
        Pause = TimeSpan.Zero;
        _latencies?.HandOver();
        _counts.HandOver();
        _types?.HandOver();
        if (_arrivals is not null)
        {
            _arrivals.Leave(reason, now, _tally.Ended > 0, _start, _lastEnd);
        }
        else if (_tally.Ended > 0)
        {
            // As many thoughts as operations are in its time, or its rate would be one that no client who thinks can have.
            _lastThought = isCutOff ? 0 : _plan.ThinkBetween.Ticks * TimeSpan.NanosecondsPerTick;
            _plan.Overlap.ClientEnded(_lastEnd + _lastThought);
        }
    }
}
