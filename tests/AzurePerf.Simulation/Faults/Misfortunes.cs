using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Rules;
using AzurePerf.Simulation.Scheduling;

namespace AzurePerf.Simulation.Faults;

/// <summary>What befalls processes, services and messages rather than single requests: planned by the number of writes, so that each happens while there is work.</summary>
internal sealed class Misfortunes
{
    private const int LeastWrites = 120;

    private readonly Adversary _adversary;
    private readonly Conditions _conditions;
    private readonly SimulationScheduler _scheduler;
    private readonly ControlAccount _account;
    private readonly Cluster _cluster;
    private readonly Queue<int> _planned;
    private int _writes;

    public Misfortunes(Random random, Adversary adversary, Conditions conditions, SimulationScheduler scheduler, ControlAccount account, Cluster cluster)
    {
        (_adversary, _conditions, _scheduler, _account, _cluster) = (adversary, conditions, scheduler, account, cluster);
        _planned = new(Enumerable.Range(0, random.Next(6, 11)).Select(_ => random.Next(5, LeastWrites)).Order());
    }

    /// <summary>Called for each write of any process.</summary>
    public void Written()
    {
        _writes++;
        while (_planned.TryPeek(out var at) && at <= _writes)
        {
            _planned.Dequeue();

            // A moment later: between any two steps of a process, not just at its writes.
            _scheduler.After(_adversary.Between(TimeSpan.Zero, _conditions.Times.Heartbeat), Happen);
        }
    }

    private void Happen()
    {
        if (!_adversary.Active)
        {
            return;
        }

        var beat = _conditions.Times.Heartbeat;
        switch (_adversary.Any([0, 0, 1, 1, 2, 3, 3, 4, 5, 5, 6, 7, 7]))
        {
            case 0:
                Strike(process => process.End("crash"), FaultKind.Crash);
                break;
            case 1:
                Strike(_adversary.Pause, FaultKind.Paused);
                break;
            case 2:
                Burst(_adversary.Between(beat / 2, beat * 12), null, null);
                break;
            case 3:
                Burst(_adversary.Between(beat / 2, beat * 12), null, _adversary.Any(_cluster.Roles));
                break;
            case 4:
                Burst(_adversary.Between(beat / 2, beat * 8), _adversary.Any(Enum.GetValues<ServiceKind>()), null);
                break;
            case 5:
                Disturb(FaultKind.Lost, _adversary.Any(_account.TaskQueues).Lose);
                break;
            case 6:
                Disturb(FaultKind.Early, _adversary.Any(_account.TaskQueues).ShowEarly);
                break;
            default:
                _adversary.Note("taskmanager: starts", FaultKind.SecondTaskManager, "");
                _cluster.StartSecondTaskManager(_adversary.Between(beat * 2, beat * 20));
                break;
        }
    }

    private void Strike(Action<SimulatedProcess> blow, FaultKind fault)
    {
        if (_cluster.Alive() is { Count: > 0 } alive)
        {
            var process = _adversary.Any(alive);
            _adversary.Note("any moment of " + process.Role.TrimEnd('1', '2', '3'), fault, $"of {process}");
            blow(process);
        }
    }

    private void Burst(TimeSpan duration, ServiceKind? service, string? role)
    {
        _adversary.Note(role is null ? "all requests" : "requests of " + role.TrimEnd('1', '2', '3'), FaultKind.Burst, "");
        _adversary.Begin(duration, service, role);
    }

    private void Disturb(FaultKind fault, Func<Func<string, bool>, IReadOnlyList<string>> disturb)
    {
        var all = _adversary.Chance(0.5);
        var disturbed = disturb(_ => all || _adversary.Chance(0.5));
        if (disturbed.Count == 0)
        {
            // There was no message: something else then.
            Strike(process => process.End("crash"), FaultKind.Crash);
        }

        foreach (var text in disturbed)
        {
            var status = TaskRow.Named(text) is { } key && _account.Find(key.Table, key.Partition, key.Row) is { } row ? TaskRow.StatusOf(row) : "none";
            _adversary.Note($"message of {status}", fault, text);
        }
    }
}
