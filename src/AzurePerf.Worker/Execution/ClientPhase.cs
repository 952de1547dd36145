using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;

namespace AzurePerf.Worker.Execution;

/// <summary>
/// One client in one phase, or of an open loop one lane of it: decides whether it goes on, reads the clock around each operation and counts. The loops only call it;
/// they differ in how they perform the operation. One loop writes; others may read the counts that <see cref="RunnerProgress"/> adds up.
/// </summary>
internal sealed class ClientPhase
{
    private readonly LaneNumber _number;
    private readonly PhasePlan _plan;
    private readonly OperationDeadline _deadline;
    private readonly ClientRecorder? _recorder;
    private readonly ClientLatencies? _latencies;
    private readonly ClientCounts _counts;
    private readonly Memory<Sample> _samples;
    private readonly ArrivalQueue? _arrivals;
    private readonly ClientPhase? _before;
    private readonly ArrivalWait _wait = new();

    private long _charged;
    private long _completed;
    private long _failed;
    private long _bytes;
    private long _failedBytes;
    private long _wireRequests;
    private long _continuationRequests;
    private long _busy;
    private long _harness;
    private long _followUps;
    private long _rests;
    private long _overlapRests;
    private double _overlapOperations;
    private double _overlapBytes;
    private long _followUpFailures;
    private int _failuresInARow;
    private int _samplesKept;

    private long _firstStart;
    private long _intended;
    private long _start;
    private long _lastEnd;

    // Between the last operation and the next one.
    private long _followUp;
    private long _restStart;
    private long _restEnd;

    // Of the stream that is being moved.
    private long _blockStart;
    private long _streamBytes;
    private double _streamOverlapBytes;

    private ClientEnd? _end;

    /// <param name="number">Which lane of which client it is.</param>
    /// <param name="plan">The phase.</param>
    /// <param name="deadline">Ends operations that take too long.</param>
    /// <param name="recorder">What it records into; null where all lanes of the phase record into one.</param>
    /// <param name="samples">Room for the client's samples.</param>
    /// <param name="arrivals">What tells when an operation is to start; null to start it when the last has ended.</param>
    /// <param name="before">The phase before it, whose bytes count against the operator's limit as well; null for the first.</param>
    public ClientPhase(
        LaneNumber number, PhasePlan plan, OperationDeadline deadline, ClientRecorder? recorder, Memory<Sample> samples, ArrivalQueue? arrivals, ClientPhase? before)
    {
        _number = number;
        _plan = plan;
        _deadline = deadline;
        _recorder = recorder;
        _latencies = recorder is null ? null : new(recorder.Latencies, plan.Latencies);
        _counts = new(plan.Counts);
        _samples = samples;
        _arrivals = arrivals;
        _before = before;
        _end = plan.Limits.Operations == 0 ? ClientEnd.Operations : null;
    }

    public int Client => _number.Client;

    public bool IsWarmUp => _plan.WarmUp;

    /// <summary>True when it starts no more operations.</summary>
    public bool HasEnded => _end is not null;

    /// <summary>Cancelled when the current operation is to end.</summary>
    public CancellationToken Token => _deadline.Token;

    /// <summary>How long to wait before the next operation; zero unless the last ones failed, or the load wants a rest between operations.</summary>
    public TimeSpan Pause { get; private set; }

    /// <summary>Operations that it will do; 0 when the phase ends otherwise, and for all lanes but one of those that share their client's arrivals.</summary>
    public long OperationsPlanned => _plan.Limits.Operations == long.MaxValue || (_arrivals is not null && _number.Lane > 0) ? 0 : _plan.Limits.Operations;

    public long OperationsEnded => Volatile.Read(ref _completed) + Volatile.Read(ref _failed);

    public long Failed => Volatile.Read(ref _failed);

    public long BytesMoved => Volatile.Read(ref _bytes) + Volatile.Read(ref _streamBytes);

    public ReadOnlySpan<Sample> Samples => _samples.Span[.._samplesKept];

    /// <summary>Called before the gate: makes room, and reports that the client is there. Completes when all clients may start.</summary>
    public ValueTask ArriveAsync()
    {
        _recorder?.Reset();
        ChargeBefore();
        return _plan.Gate.ArriveAsync(_number.Place);
    }

    /// <summary>Called when there is nothing to begin: completes with true when there may be again, with false when there never will.</summary>
    public ValueTask<bool> ArrivalAsync() => _arrivals is null || _end is not null ? new(false) : _wait.WaitAsync();

    /// <summary>Starts the next operation, or says that there is none, now or for ever.</summary>
    public bool TryBegin(out Operation operation)
    {
        operation = default;
        if (_end is not null)
        {
            return false;
        }

        var now = _plan.Clock.Nanoseconds();
        if (now >= _plan.ClosesNanoseconds || _plan.Stop.IsCancellationRequested)
        {
            EndWith(_plan.ReasonToClose, now);
            return false;
        }

        var index = ((_completed + _failed) * _number.LanesPerClient) + _number.Lane;
        if (_arrivals is null)
        {
            _intended = now;
        }
        else if (!TryTakeArrival(now, out index))
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
        return true;
    }

    /// <summary>Ends an operation, as early as possible after it returned (null) or threw.</summary>
    public void End(OperationResult result, Exception? failure) => End(result, failure, _plan.Clock.Nanoseconds());

    /// <summary>The time, for an operation that is looked at between its end and <see cref="End(OperationResult, Exception?, long)"/>.</summary>
    public long Now() => _plan.Clock.Nanoseconds();

    /// <summary>Ends an operation that had returned or thrown at an earlier instant.</summary>
    public void End(OperationResult result, Exception? failure, long now)
    {
        var timedOut = _deadline.End();
        if (failure is null)
        {
            Complete(now, result, result.Bytes * _plan.Overlap.ShareInside(_start, now));
        }
        else
        {
            Fail(now, failure, timedOut);
        }
    }

    /// <summary>Ends a stream; its bytes are those of its blocks.</summary>
    public void EndStream(int wireRequests, Exception? failure)
    {
        var now = _plan.Clock.Nanoseconds();
        var timedOut = _deadline.End();
        var (bytes, overlapBytes) = (_streamBytes, _streamOverlapBytes);
        _streamBytes = 0;
        if (failure is null)
        {
            Complete(now, new(bytes, wireRequests), overlapBytes);
        }
        else
        {
            _failedBytes += bytes;
            Fail(now, failure, timedOut, bytes);
        }
    }

    /// <summary>Times one block of a stream; false when the client is to move no more. The time-out is one of each block: a stream may take as long as it moves.</summary>
    public bool BlockMoved(int bytes)
    {
        var now = _plan.Clock.Nanoseconds();
        _recorder!.BlockLatencies!.Record(now - _blockStart);
        _recorder.Throughput!.Add(now - _plan.OpenedNanoseconds, bytes);
        _streamBytes += bytes;
        _streamOverlapBytes += bytes * _plan.Overlap.ShareInside(_blockStart, now);
        _blockStart = now;
        _deadline.Extend(now);
        return now < _plan.ClosesNanoseconds && _charged + _bytes + _streamBytes < _plan.Limits.Bytes;
    }

    /// <summary>Times one phase of an operation that has several; it began where the one before ended.</summary>
    public void EndPhaseOfOperation(int index) => _recorder!.Phases!.End(index, _plan.Clock.Nanoseconds());

    /// <summary>Begins what must follow a successful operation; it has the same time-out, and is harness time.</summary>
    public void BeginFollowUp() => _deadline.Begin(_lastEnd);

    /// <summary>Called when a <see cref="Pause"/> is over: one that follows a success is a planned rest; one after a failure is not.</summary>
    public void EndPause()
    {
        if (_failuresInARow == 0)
        {
            EndRest();
        }
    }

    /// <summary>The time since the operation's end, or since its follow-up, was a planned rest.</summary>
    public void EndRest() => (_restStart, _restEnd) = (_lastEnd + _followUp, _plan.Clock.Nanoseconds());

    /// <summary>What was done since the operation's end, to look at what it left, or since the rest after it, is harness time, as a follow-up is.</summary>
    public void EndVerification() => _followUp = _plan.Clock.Nanoseconds() - Math.Max(_lastEnd, _restEnd);

    public void EndFollowUp(Exception? failure)
    {
        EndVerification();
        _deadline.End();
        if (failure is not null)
        {
            _followUpFailures++;
            _plan.Failures.AddFollowUp(failure);
        }
    }

    /// <summary>What the client did, after it ended.</summary>
    public ClientMeasurement Read(ClientPhase warmUp)
    {
        var started = _completed + _failed > 0;
        return new()
        {
            Client = Client,
            FirstStartNanoseconds = started ? _firstStart - _plan.OpenedNanoseconds : null,
            LastEndNanoseconds = started ? _lastEnd - _plan.OpenedNanoseconds : null,
            Completed = _completed,
            Failed = _failed,
            Bytes = _bytes,
            FailedBytes = _failedBytes,
            WireRequests = _wireRequests,
            ContinuationRequests = _continuationRequests,
            BusyNanoseconds = _busy,
            HarnessNanoseconds = _harness,
            FollowUpNanoseconds = _followUps,
            RestNanoseconds = _rests,
            OverlapRestNanoseconds = _overlapRests,
            OverlapOperations = _overlapOperations,
            OverlapBytes = _overlapBytes,
            FollowUpFailures = _followUpFailures,
            End = _end ?? throw new InvalidOperationException($"client {Client} is still at work"),
            WarmUpOperations = warmUp.OperationsEnded,
            WarmUpFailures = warmUp.Failed,
            PhaseNanoseconds = _recorder?.Phases?.Totals,
        };
    }

    private bool TryTakeArrival(long now, out long index)
    {
        var turn = _arrivals!.Take(_wait, out index, out var intended);
        if (turn == ArrivalTurn.Over)
        {
            EndWith(_arrivals.End!.Value, now);
        }

        _intended = intended + _plan.OpenedNanoseconds;
        return turn == ArrivalTurn.Start;
    }

    private void MarkStart(long now)
    {
        var first = _completed + _failed == 0;
        if (first)
        {
            _firstStart = now;
        }

        if (_arrivals is not null)
        {
            // Waiting for the next arrival is nobody's fault.
            _harness += first ? 0 : now - Math.Max(_lastEnd, _intended);
        }
        else if (first)
        {
            _plan.Overlap.ClientStarted(now);
        }
        else
        {
            _harness += now - _lastEnd;
            AddBetween();
        }

        _start = now;
        _blockStart = now;
        _recorder?.Phases?.Begin(now);
        _streamOverlapBytes = 0;
    }

    /// <summary>The follow-up and the rest between two operations; those of the last one are beyond the client's time.</summary>
    private void AddBetween()
    {
        _followUps += _followUp;
        _followUp = 0;
        if (_restEnd > _lastEnd)
        {
            _rests += _restEnd - _restStart;
            _overlapRests += _plan.Overlap.NanosecondsInside(_restStart, _restEnd);
        }
    }

    private void Complete(long end, OperationResult result, double overlapBytes)
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
        _bytes += result.Bytes;
        _wireRequests += result.WireRequests;
        _continuationRequests += result.ContinuationRequests;
        _recorder?.Phases?.Count();
        _overlapOperations += _plan.Overlap.ShareInside(_start, end);
        _overlapBytes += overlapBytes;
        _failuresInARow = 0;
        Pause = _plan.RestBetween;
        _completed++;
        AfterOperation(end, OperationOutcome.Ok, result);
    }

    private void Fail(long end, Exception failure, bool timedOut, long bytes = 0)
    {
        var outcome = _plan.Classify(failure, timedOut);
        _plan.Failures.Add(outcome, end - _start, failure);
        _latencies?.Reach(end - _plan.OpenedNanoseconds);
        _plan.OpenLoop?.Failed(_intended - _plan.OpenedNanoseconds, _start - _plan.OpenedNanoseconds, end - _plan.OpenedNanoseconds);
        _failuresInARow = _arrivals?.CountFailure() ?? _failuresInARow + 1;

        // What arrives does not wait for a client that fails: a pause would be lag.
        Pause = _arrivals is null ? FailurePacing.PauseAfter(_failuresInARow, end - _start) : TimeSpan.Zero;
        _failed++;
        AfterOperation(end, outcome, new(bytes, WireRequests: 0));
    }

    private void ChargeBefore()
    {
        var bytes = _before is not null && _plan.Limits.AtBytes == ClientEnd.Limit ? _before.BytesMoved : 0;
        if (_arrivals is null)
        {
            _charged = bytes;
        }
        else
        {
            _arrivals.Charge(bytes);
        }
    }

    private void AfterOperation(long end, OperationOutcome outcome, OperationResult result)
    {
        _busy += end - _start;
        _lastEnd = end;
        Keep(outcome, result);

        // Decided here and not at the next start, so that the others learn at once that this client has ended: a follow-up may still take long.
        if (LimitReached(end) is { } reason)
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
            _samples.Span[place] = new(Client, _intended - opened, _start - opened, _lastEnd - opened, result.Bytes, outcome, result.WireRequests);
        }
    }

    private ClientEnd? LimitReached(long end)
    {
        if (_completed + _failed >= _plan.Limits.Operations)
        {
            return _plan.Limits.AtOperations;
        }

        if ((_arrivals?.Bytes ?? _charged + _bytes) >= _plan.Limits.Bytes)
        {
            return _plan.Limits.AtBytes;
        }

        if (end >= _plan.ClosesNanoseconds)
        {
            return _plan.ReasonOfTime;
        }

        return _failuresInARow >= FailurePacing.GiveUpAfter ? ClientEnd.GaveUp : null;
    }

    private void EndWith(ClientEnd reason, long now)
    {
        _end = reason;
        Pause = TimeSpan.Zero;
        _latencies?.HandOver();
        _counts.HandOver();
        if (_arrivals is not null)
        {
            Leave(_arrivals, reason, now);
        }
        else if (_completed + _failed > 0)
        {
            _plan.Overlap.ClientEnded(_lastEnd);
        }
    }

    private void Leave(ArrivalQueue arrivals, ClientEnd reason, long now)
    {
        var opened = _plan.OpenedNanoseconds;
        if (reason != ClientEnd.Operations)
        {
            arrivals.Finish(reason, Math.Min(now, _plan.ClosesNanoseconds) - opened);
        }

        var started = _completed + _failed > 0;
        if (arrivals.Leave(started ? _start - opened : null, started ? _lastEnd - opened : 0, out var clientEnded))
        {
            _plan.Overlap.ClientEnded(clientEnded + opened);
            _plan.OpenLoop!.HandOver();
        }
    }
}
