using AzurePerf.Simulation.Executions;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// A worker that stood still while its claim was being answered, for so long that it counts as dead, begins nothing of it when it goes on: its clocks tell it so, the wall clock even
/// where the monotonic one stood still too.
/// </summary>
internal sealed class ReturnRule(RuleBook book) : Rule(book)
{
    private readonly Dictionary<SimulatedProcess, TimeSpan> _beats = [];
    private readonly Dictionary<(string Task, int Attempt), TimeSpan> _claims = [];

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes)
        {
            if (change is { Table: ControlNames.WorkersTable, After: not null } && !change.Row.RowKey.EndsWith("!orders", StringComparison.Ordinal))
            {
                _beats[change.By] = Book.Scheduler.Now;
            }
            else if (change is { Table: ControlNames.TasksTable, After: { } row } && TaskRow.StatusOf(row) == TaskRow.Running)
            {
                _claims.TryAdd((TaskRow.KeyOf(row), TaskRow.AttemptOf(row)), Book.Scheduler.Now);
            }
        }
    }

    public override void Begun(Execution execution)
    {
        var process = execution.Process;
        if (process.ResumedAt is not null
            && _claims.TryGetValue((execution.Task, execution.Attempt), out var claimed)
            && process.PausedAt == claimed
            && _beats.TryGetValue(process, out var beat)
            && Book.Scheduler.Now - beat > Book.Conditions.Times.SelfStop)
        {
            Break($"{execution} begins {(Book.Scheduler.Now - beat).TotalSeconds:0.0} s after the last heartbeat: its claim was answered before a pause of {process.LastPause.TotalSeconds:0.0} s");
        }
    }
}
