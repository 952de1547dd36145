using AzurePerf.Core.Runs;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Rules;

/// <summary>Runs that wait for others sleep: however many there are, a TaskManager looks at one of them each fifth of a heartbeat, and at a new one when it is told of it.</summary>
internal sealed class LookRule(RuleBook book) : Rule(book)
{
    private static readonly TimeSpan Window = TimeSpan.FromSeconds(20);

    /// <summary>When it is submitted, and when that message comes a second time, because it was doubled or its TaskManager died.</summary>
    private const int LooksForItself = 2;

    private readonly Queue<TimeSpan> _looks = [];
    private readonly Queue<TimeSpan> _submitted = [];

    /// <summary>Of two TaskManagers at once, and of runs whose turn it is, which are called every few seconds.</summary>
    private double MostOfAll => 40 + (2 * Window / Book.Conditions.Times.SleeperLook);

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var _ in changes.Where(change => change is { Table: ControlNames.RunsTable, Row.RowKey: "h", Before: null }))
        {
            _submitted.Enqueue(Book.Scheduler.Now);
        }
    }

    public override void Listed(SimulatedProcess by, string table, string partitionKey)
    {
        if (table == ControlNames.RunsTable && by.IsTaskManager && Book.Tasks.Headers.GetValueOrDefault(partitionKey) == nameof(RunStatus.Accepted))
        {
            _looks.Enqueue(Book.Scheduler.Now);
        }
    }

    public override void Tick()
    {
        Forget(_looks, Window);
        Forget(_submitted, 2 * Window);
        if (_looks.Count > MostOfAll + (LooksForItself * _submitted.Count))
        {
            Break($"{_looks.Count} looks in {Window.TotalSeconds} s at runs that have not begun, {_submitted.Count} of them new");
        }
    }

    private void Forget(Queue<TimeSpan> times, TimeSpan after)
    {
        while (times.TryPeek(out var first) && first < Book.Scheduler.Now - after)
        {
            times.Dequeue();
        }
    }
}
