using AzurePerf.Core.Ids;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting;
using AzurePerf.Storage.Requests;
using AzurePerf.Storage.Workers;

namespace AzurePerf.Worker.Heartbeats;

/// <summary>This process as the TaskManager sees it: its row, its heartbeat, its commands.</summary>
internal sealed class WorkerPresence(
    WorkerStore workers,
    WorkerOptions options,
    InjectedFaults faults,
    HostIdentity identity,
    WorkerReport report,
    PeerReach reach,
    EngineTimes times,
    IIdSource ids,
    TimeProvider time)
{
    private WorkerState? _state;
    private bool _appears;

    /// <summary>New with every start of the process.</summary>
    public string WorkerId { get; } = ids.NewId();

    public string Pool => options.Pool;

    public string HostId => options.HostId;

    public string Build => identity.BuildId;

    public string Sku => faults.SkuOf(options.Sku);

    /// <summary>True when the row, as last stored, lists tasks.</summary>
    public bool ListsTasks => _state is { Running.Count: > 0 };

    /// <summary>Stores the first row, then looks who else is on this host. Nothing may be claimed before.</summary>
    /// <returns>True when tasks may be taken without being told.</returns>
    public async Task<bool> AppearAsync(CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        var first = new WorkerState
        {
            WorkerId = WorkerId,
            Pool = options.Pool,
            HostId = options.HostId,
            Sku = Sku,
            Build = identity.BuildId,
            Slots = options.Slots,
            Heartbeat = times.Heartbeat,
            StartedAt = now,
            BeatAt = now,
            PeerTrial = reach.Trial,
        };
        _appears = true;
        _state = await workers.TryAddAsync(first, cancellationToken)
            ?? await workers.FindAsync(options.Pool, WorkerId, cancellationToken)
            ?? throw new InvalidOperationException($"worker {WorkerId} was removed while it started");
        return HostSharing.MayBeginAtOnce(_state, (await workers.ListWithCommandsAsync(null, cancellationToken)).Workers);
    }

    /// <summary>One heartbeat, stored now; false when the row is gone: this worker was declared dead.</summary>
    public async Task<bool> BeatAsync(CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        while (true)
        {
            var current = _state ?? throw new InvalidOperationException("the first row comes before the first heartbeat");
            var next = current with { Beat = current.Beat + 1, BeatAt = now, PeerTrial = reach.Trial };
            if (await workers.TryBeatAsync(report.In(next), cancellationToken) is { } stored)
            {
                _state = stored;
                return true;
            }

            // Only this process writes the row: a changed ETag means that a write landed without its answer, this one or one before it. The
            // TaskManager has seen that one, so it is no sign of life now.
            if (await workers.FindAsync(options.Pool, WorkerId, cancellationToken) is not { } found)
            {
                return false;
            }

            _state = found;
            if (found.BeatAt == now)
            {
                return true;
            }
        }
    }

    /// <summary>What the TaskManager says, or null when it said nothing yet.</summary>
    public Task<WorkerCommands?> ReadCommandsAsync(CancellationToken cancellationToken) =>
        workers.FindCommandsAsync(options.Pool, WorkerId, cancellationToken);

    /// <summary>Removes the row, if there may be one.</summary>
    public Task DisappearAsync(CancellationToken cancellationToken) =>
        !_appears ? Task.CompletedTask : workers.RemoveAsync(options.Pool, WorkerId, cancellationToken);
}

/// <summary>What a worker says of its work with each heartbeat.</summary>
internal sealed class WorkerReport(
    ExecutionSlots slots, StageTallies tallies, Availability availability, WorkerShutdown shutdown, ProgramStanding programs,
    ControlRequests requests)
{
    /// <summary>The row with what is the case now.</summary>
    public WorkerState In(WorkerState row) => row with
    {
        Running = [.. slots.Current.Select(execution => execution.Describe())],
        Tallies = tallies.Current,
        Requests = requests.Total,
        Holding = availability.IsHolding,
        Draining = shutdown.Draining,
        ProgramRefusal = programs.Refusal,
        RunsPrograms = programs.Runs,
    };
}

/// <summary>Whether this worker runs programs of users, for its row.</summary>
internal sealed class ProgramStanding
{
    private volatile string _refusal = "";
    private volatile bool _runs;

    /// <summary>Why it does not although it is allowed to; empty for nothing.</summary>
    public string Refusal => _refusal;

    /// <summary>True when it was tried out that it does.</summary>
    public bool Runs => _runs;

    public void Refuse(string why) => _refusal = why;

    public void Allow() => (_refusal, _runs) = ("", true);
}

/// <summary>Whether this worker can be reached as a peer. Workers of other pools need not be.</summary>
internal sealed class PeerReach(WorkerOptions options)
{
    private volatile PeerTrial? _trial = options.Pool == WorkerPool.Peer ? new(options.PeerIngress, Reached: null) : null;

    /// <summary>What is known so far; null in other pools.</summary>
    public PeerTrial? Trial => _trial;

    /// <summary>False for a peer that has not reached itself yet: a point on it would only fail.</summary>
    public bool MayTake => _trial is null or { Reached: true };

    public void Note(PeerTrial trial) => _trial = trial;
}
