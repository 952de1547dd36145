using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Workers;

namespace AzurePerf.TaskManager.Workers;

/// <summary>
/// Tells workers what to do: which executions to stop, whether to hold, how often to beat. What a worker shall be told is compared with
/// what is stored for it, and only a difference is written, under the ETag of what was read: a TaskManager that leads no more cannot
/// overrule the one that does.
/// </summary>
internal sealed partial class WorkerCommandWriter(WorkerStore workers, WorkerWatch watch, ILogger<WorkerCommandWriter> logger)
{
    /// <summary>A heartbeat may have been put together before the claim and stored after the order; the one after that cannot.</summary>
    private const int BeatsToForget = 2;

    private readonly Dictionary<(string WorkerId, StopCommand Stop), long> _commandedAtBeat = [];
    private readonly Dictionary<string, WorkerCommands> _written = [];
    private readonly Dictionary<string, (int Reads, long? Beat)> _held = [];
    private int _readsSeen;

    /// <summary>Orders an execution to stop. The order stands until the worker's row, read later, lists the execution no more.</summary>
    /// <returns>True when the order was given now. False when it stood before, nobody is there to obey, or another process was faster: then
    /// ask again.</returns>
    public async Task<bool> StopAsync(string workerId, StopCommand stop, CancellationToken cancellationToken)
    {
        var current = CurrentOf(workerId);
        if (watch.Find(workerId) is not { } worker || current.Stops.Contains(stop))
        {
            return false;
        }

        _commandedAtBeat[(workerId, stop)] = worker.Beat;
        await WriteAsync(worker, current with { Stops = [.. current.Stops, stop] }, cancellationToken);

        // By what is stored now: a write that was refused may have been our own, stored by a try whose answer was lost.
        return CurrentOf(workerId).Stops.Contains(stop);
    }

    /// <summary>Whether an execution was ordered to stop, by this process or by one before.</summary>
    public bool IsStopCommanded(BenchmarkTask task) => StopOf(task) is not null;

    /// <summary>The order to stop an execution that stands for its worker, alive or not; null when there is none.</summary>
    public StopCommand? StopOf(BenchmarkTask task) => CurrentOf(task.Owner).Stops.FirstOrDefault(stop => stop.Means(task));

    /// <summary>Brings all commands up to date after the workers were read again.</summary>
    /// <param name="measuring">Whether any run measures or is about to.</param>
    /// <param name="isWatched">Whether somebody watches the run of an id.</param>
    /// <param name="cancellationToken">Ends the round.</param>
    public async Task UpdateAsync(bool measuring, Func<string, bool> isWatched, CancellationToken cancellationToken)
    {
        if (_readsSeen == watch.Reads)
        {
            return;
        }

        _readsSeen = watch.Reads;
        _written.Clear();
        var alive = watch.Alive;
        Forget(alive);
        foreach (var worker in alive)
        {
            var current = CurrentOf(worker.WorkerId);
            var hold = HostSharing.ShallHold(worker, alive, measuring, HoldsFirmly);
            await WriteAsync(
                worker,
                current with
                {
                    // Commands that never said anything about holding need not begin to, where the worker does right already.
                    Hold = hold is null || (current.Hold is null && hold == worker.Holding) ? current.Hold : hold,
                    Watched = worker.Running.Any(task => isWatched(task.RunId)),
                    Stops = [.. current.Stops.Where(stop => IsOpen(worker, stop))],
                },
                cancellationToken);
            NoteHold(worker);
        }
    }

    /// <summary>
    /// Whether a worker whose row says that it holds will go on holding. It may have been told to go on, and obeyed, after it stored that
    /// row: only a heartbeat later than the first one seen since it was told to hold is past that.
    /// </summary>
    public bool HoldsFirmly(WorkerState worker) => CurrentOf(worker.WorkerId).Hold switch
    {
        null => true,
        true => _held.GetValueOrDefault(worker.WorkerId).Beat is { } beat && worker.Beat > beat,
        false => false,
    };

    private void NoteHold(WorkerState worker)
    {
        if (CurrentOf(worker.WorkerId).Hold != true)
        {
            _held.Remove(worker.WorkerId);
        }
        else if (!_held.TryGetValue(worker.WorkerId, out var held))
        {
            _held[worker.WorkerId] = (watch.Reads, null);
        }
        else if (held.Beat is null && watch.Reads > held.Reads)
        {
            _held[worker.WorkerId] = held with { Beat = worker.Beat };
        }
    }

    private void Forget(IReadOnlyList<WorkerState> alive)
    {
        var living = alive.Select(worker => worker.WorkerId).ToHashSet();
        foreach (var gone in _commandedAtBeat.Keys.Where(key => !living.Contains(key.WorkerId)).ToArray())
        {
            _commandedAtBeat.Remove(gone);
        }

        foreach (var gone in _held.Keys.Where(workerId => !living.Contains(workerId)).ToArray())
        {
            _held.Remove(gone);
        }
    }

    /// <summary>An order that another process gave is as old as the first heartbeat that this one saw with it.</summary>
    private bool IsOpen(WorkerState worker, StopCommand stop)
    {
        if (!_commandedAtBeat.TryGetValue((worker.WorkerId, stop), out var beat))
        {
            _commandedAtBeat[(worker.WorkerId, stop)] = beat = worker.Beat;
        }

        var open = worker.Running.Any(stop.Means) || worker.Beat < beat + BeatsToForget;
        if (!open)
        {
            _commandedAtBeat.Remove((worker.WorkerId, stop));
        }

        return open;
    }

    private WorkerCommands CurrentOf(string workerId) =>
        _written.GetValueOrDefault(workerId) ?? watch.Commands.GetValueOrDefault(workerId) ?? new WorkerCommands();

    private async Task WriteAsync(WorkerState worker, WorkerCommands commands, CancellationToken cancellationToken)
    {
        if (commands.SaysTheSameAs(CurrentOf(worker.WorkerId)))
        {
            return;
        }

        if (await workers.TryPutCommandsAsync(worker.Pool, worker.WorkerId, commands, cancellationToken) is { } stored)
        {
            _written[worker.WorkerId] = stored;
        }
        else
        {
            // Our own write without its answer, or another TaskManager's: the next read of the workers shows which.
            LogChanged(worker.WorkerId);
            await watch.ReadAsync(cancellationToken);
            _written.Remove(worker.WorkerId);
        }
    }

    [LoggerMessage(Level = LogLevel.Debug, Message = "The commands of worker {WorkerId} were changed by another; read again")]
    private partial void LogChanged(string workerId);
}
