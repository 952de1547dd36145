namespace AzurePerf.Worker.Execution;

/// <summary>
/// Lets others watch an execution while it goes on. Reading adds up what each client counts anyway, so that the measured loops pay nothing
/// for it.
/// </summary>
internal sealed class RunnerProgress
{
    private volatile Func<ProgressReading> _read = () => new(RunnerPhase.SetUp, 0, 0, 0, 0);

    /// <summary>Called at each change of phase: before the first operation of the new one, and right after the last one of the
    /// old.</summary>
    public Action<RunnerPhase>? PhaseChanged { get; init; }

    public ProgressReading Read() => _read();

    /// <param name="phase">The phase that begins.</param>
    /// <param name="clients">Who works in it, or has worked until it ended: then they are read once and not kept.</param>
    internal void Enter(RunnerPhase phase, IReadOnlyList<ClientPhase> clients)
    {
        if (phase == RunnerPhase.Ended)
        {
            var last = ReadingOf(phase, clients);
            _read = () => last;
        }
        else
        {
            _read = () => ReadingOf(phase, clients);
        }

        PhaseChanged?.Invoke(phase);
    }

    private static ProgressReading ReadingOf(RunnerPhase phase, IReadOnlyList<ClientPhase> clients)
    {
        var (done, planned, bytes, failures) = (0L, 0L, 0L, 0L);
        foreach (var client in clients)
        {
            done += client.OperationsEnded;
            planned += client.OperationsPlanned;
            bytes += client.BytesMoved;
            failures += client.Failed;
        }

        return new(phase, done, planned, bytes, failures);
    }
}

/// <summary>Where an execution stands at one instant; the counts are those of the phase.</summary>
/// <param name="Phase">What it is doing.</param>
/// <param name="OperationsDone">Operations ended, failed ones included.</param>
/// <param name="OperationsPlanned">Operations that will be done; 0 when the phase ends by time or bytes.</param>
/// <param name="Bytes">Payload bytes moved.</param>
/// <param name="Failures">Operations that failed.</param>
internal readonly record struct ProgressReading(RunnerPhase Phase, long OperationsDone, long OperationsPlanned, long Bytes, long Failures);
