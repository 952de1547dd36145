using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Queues;
using AzurePerf.Worker.Execution;

namespace AzurePerf.Worker.Heartbeats;

/// <summary>One execution of this process: how far it is, and how it is told to stop. Shared by the loop that executes and the heart that
/// beats.</summary>
internal sealed class CurrentExecution : IDisposable
{
    private const long NotYet = long.MinValue;
    private static readonly TimeSpan MostUserCode = TimeSpan.FromDays(1);

    private readonly TimeProvider _time;
    private readonly long _began;
    private readonly CancellationTokenSource _stop;
    private readonly Lazy<ApartStop> _apart;
    private volatile StopCommand? _command;
    private long _measuringSince = NotYet;
    private long _measuredUntil = NotYet;
    private long _userCodeTicks;

    private readonly HeldMessage _held;

    /// <param name="task">As claimed.</param>
    /// <param name="message">The message it came by, hidden from now on.</param>
    /// <param name="time">Measures how long it takes.</param>
    /// <param name="shutdown">Cancelled when the worker leaves.</param>
    public CurrentExecution(BenchmarkTask task, ReceivedMessage message, TimeProvider time, CancellationToken shutdown)
        : this(new HeldMessage(message, time.GetTimestamp()), task, time, shutdown)
    {
    }

    /// <param name="held">The message it came by, perhaps with others.</param>
    /// <param name="task">As claimed.</param>
    /// <param name="time">Measures how long it takes, from now on.</param>
    /// <param name="shutdown">Cancelled when the worker leaves.</param>
    public CurrentExecution(HeldMessage held, BenchmarkTask task, TimeProvider time, CancellationToken shutdown)
    {
        (Task, _held, _time) = (task, held, time);
        _began = time.GetTimestamp();
        _stop = CancellationTokenSource.CreateLinkedTokenSource(shutdown);
        _stop.Token.Register(NoteStop);
        _apart = new(() =>
        {
            // What is registered last is called first: who ends in its target finds when it was told to.
            var apart = new ApartStop(_stop.Token);
            _stop.Token.Register(NoteStop);
            return apart;
        });
    }

    public BenchmarkTask Task { get; }

    /// <summary>The message it came by, with its latest receipt.</summary>
    public ReceivedMessage Message => _held.Message;

    /// <summary>Time stamp of the moment from which the message is hidden.</summary>
    public long HiddenAt => _held.HiddenAt;

    /// <summary>Reports how far it is; set by whoever executes.</summary>
    public Func<ExecutionProgress> Progress { get; set; } = () => new("starting", 0, 0);

    /// <summary>What the target answers; null where there is none.</summary>
    public SilenceWatch? Answers { get; set; }

    /// <summary>Cancelled by an command to stop and by the end of the process.</summary>
    public CancellationToken Stopping => _stop.Token;

    /// <summary>The same for work in a target, whose driver may take its time to stop: the heartbeat does not wait for it.</summary>
    public CancellationToken StoppingInTarget => _apart.Value.Token;

    /// <summary>The command that stopped it; null when nothing or the end of the process did.</summary>
    public StopCommand? Command => _command;

    /// <summary>Time stamp of the moment at which it was told to stop, by whatever it was; null while it was not.</summary>
    public long? StoppedAt { get; private set; }

    /// <summary>True when nothing is executed any more and only its end has to be stored, which may have to wait for storage.</summary>
    public bool IsOver { get; set; }

    /// <summary>Since the claim, or of one of several that were claimed together since its turn came.</summary>
    public TimeSpan Elapsed => _time.GetElapsedTime(_began);

    /// <summary>Takes note that its message is hidden anew.</summary>
    public void Renew(ReceivedMessage hidden) => (_held.Message, _held.HiddenAt) = (hidden, _time.GetTimestamp());

    /// <summary>Whether a command stops it: one that means its task, or ends all that was claimed with it.</summary>
    public bool IsMeantBy(StopCommand command) => command.Means(Task)
        || (command.EndsAll && _held.Claimed?.Contains(command.Task) == true
            && command.Means(Task with { Key = Task.Key with { Number = command.Task } }));

    public void Stop(StopCommand command)
    {
        _command = command;
        try
        {
            _stop.Cancel();
        }
        catch (ObjectDisposedException)
        {
            // It has ended since it was looked for.
        }
    }

    /// <summary>What its end, which is now, says of the speed of this worker. What ends itself, whatever cause it names, is no
    /// kill.</summary>
    /// <param name="end">The cause of its end; null where it has a result, or what became of it is not known.</param>
    public EndedExecution EndedBy(FailureCause? end)
    {
        var command = _command;
        var sign = command is not null && command.Cause == end && FailureTaxonomy.ClassOf(command.Cause) == FailureClass.TimedOut
            ? SpeedSign.TooSlow
            : IsOver && end is null && command is null ? SpeedSign.InTime : SpeedSign.None;
        return new(_time.GetElapsedTime(0, _began), _time.GetElapsedTime(0, _time.GetTimestamp()), sign);
    }

    /// <summary>Called at the instant from which its measurement is timed, by whoever measures; later calls change nothing.</summary>
    public void NoteMeasuring() => Interlocked.CompareExchange(ref _measuringSince, _time.GetTimestamp(), NotYet);

    /// <summary>Called when what is measured has ended, while what must follow goes on: that is no part of its time.</summary>
    public void NoteMeasured() => Interlocked.CompareExchange(ref _measuredUntil, _time.GetTimestamp(), NotYet);

    /// <summary>Takes note of a program of the user that the work ends itself after this time.</summary>
    public void AllowUserCode(TimeSpan limit)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(limit, TimeSpan.Zero);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(limit, MostUserCode);
        Interlocked.Add(ref _userCodeTicks, limit.Ticks);
    }

    /// <summary>
    /// What the runner tells and the heartbeat reads. The limit of a measurement counts from its first operation to its last: the first
    /// heartbeat that finds it measuring comes up to a whole interval later.
    /// </summary>
    public RunnerProgress Watch()
    {
        var progress = new RunnerProgress
        {
            PhaseChanged = phase =>
            {
                if (phase == RunnerPhase.Measuring)
                {
                    NoteMeasuring();
                }
                else if (phase == RunnerPhase.Ended)
                {
                    NoteMeasured();
                }
            },
        };
        Progress = () => Describe(progress.Read());
        return progress;
    }

    public RunningTask Describe()
    {
        var progress = Progress();
        var (since, until) = (Interlocked.Read(ref _measuringSince), Interlocked.Read(ref _measuredUntil));
        var now = _time.GetTimestamp();
        return new(
            Task.Key.RunId, Task.Key.Stage.Number, Task.Key.Shard, Task.Key.Number, Task.Attempt, Message.Id, Message.PopReceipt,
            Elapsed.TotalSeconds, SecondsBetween(since, until == NotYet ? now : until),
            progress.Phase, progress.OperationsDone, progress.OperationsPlanned)
        {
            AfterwardsSeconds = SecondsBetween(until, now),
            Silence = Answers?.Silence,
            Answered = Answers is { HasAnswered: true },
            Share = progress.Share,
            Held = _held.Tasks,
            UserCodeSeconds = TimeSpan.FromTicks(Interlocked.Read(ref _userCodeTicks)).TotalSeconds,
        };
    }

    public void Dispose()
    {
        if (_apart.IsValueCreated)
        {
            _apart.Value.Dispose();
        }

        _stop.Dispose();
    }

    private void NoteStop() => StoppedAt ??= _time.GetTimestamp();

    /// <summary>0 only where the first has not been.</summary>
    private double SecondsBetween(long from, long to) => from == NotYet ? 0 : Math.Max(_time.GetElapsedTime(from, to).TotalSeconds, 0.001);

    private static ExecutionProgress Describe(ProgressReading reading) => new(
        reading.Phase switch
        {
            RunnerPhase.SetUp => "setUp",
            RunnerPhase.WarmUp => "warmUp",
            RunnerPhase.Barrier => "barrier",
            RunnerPhase.Measuring => "measuring",
            _ => "storing",
        },
        reading.OperationsDone,
        reading.OperationsPlanned);
}

/// <summary>A message that is kept hidden while its tasks are executed.</summary>
/// <param name="message">As received.</param>
/// <param name="hiddenAt">Time stamp of the moment from which it is hidden.</param>
internal sealed class HeldMessage(ReceivedMessage message, long hiddenAt)
{
    /// <summary>With its latest receipt.</summary>
    public ReceivedMessage Message { get; set; } = message;

    public long HiddenAt { get; set; } = hiddenAt;

    /// <summary>The tasks that were claimed together; null where it brought one.</summary>
    public TaskRange? Claimed { get; init; }

    /// <summary>Those of them that are neither stored nor given back; null for none.</summary>
    public TaskRange? Tasks { get; set; }
}

/// <summary>How far an execution is.</summary>
/// <param name="Phase">What it does just now.</param>
/// <param name="OperationsDone">Operations ended in this phase.</param>
/// <param name="OperationsPlanned">Operations planned for the measurement; 0 when unknown.</param>
internal sealed record ExecutionProgress(string Phase, long OperationsDone, long OperationsPlanned)
{
    /// <summary>The share of the task that is done, as its work says, 0 to 1; null where it says none.</summary>
    public double? Share { get; init; }
}
