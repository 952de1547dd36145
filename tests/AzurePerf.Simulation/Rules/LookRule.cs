using AzurePerf.Core.Runs;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Rules;

/// <summary>Runs that wait for others sleep: however many there are, a TaskManager looks at one of them each fifth of a heartbeat, and at a new one when it is told of it, which may be long after it was submitted.</summary>
internal sealed class LookRule(RuleBook book) : Rule(book)
{
    private static readonly TimeSpan Window = TimeSpan.FromSeconds(20);

    /// <summary>When a process is told of it, and when that message comes a second time, because it was doubled.</summary>
    private const int LooksForItself = 2;

    private readonly Queue<TimeSpan> _looks = [];
    private readonly Dictionary<(string Process, string RunId), int> _own = [];

    /// <summary>Of two TaskManagers at once, and of runs whose turn it is, which are called every few seconds.</summary>
    private double MostOfAll => 40 + (2 * Window / Book.Conditions.Times.SleeperLook);

    public override void Listed(SimulatedProcess by, string table, string partitionKey)
    {
        if (table == ControlNames.RunsTable && by.IsTaskManager && Book.Tasks.Headers.GetValueOrDefault(partitionKey) == nameof(RunStatus.Accepted))
        {
            var own = _own[(by.Name, partitionKey)] = _own.GetValueOrDefault((by.Name, partitionKey)) + 1;
            if (own > LooksForItself)
            {
                _looks.Enqueue(Book.Scheduler.Now);
            }
        }
    }

    public override void Tick()
    {
        while (_looks.TryPeek(out var first) && first < Book.Scheduler.Now - Window)
        {
            _looks.Dequeue();
        }

        if (_looks.Count > MostOfAll)
        {
            Break($"{_looks.Count} looks in {Window.TotalSeconds} s at runs that have not begun and are not new");
        }
    }
}
