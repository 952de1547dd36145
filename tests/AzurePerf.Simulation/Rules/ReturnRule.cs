using AzurePerf.Simulation.Executions;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// A worker that stood still while its claim was being answered, or during one of the tasks that it claimed together, for so long that it counts as dead, begins nothing more of it when
/// it goes on: its clocks tell it so, the wall clock even where the monotonic one stood still too.
/// </summary>
internal sealed class ReturnRule(RuleBook book) : Rule(book)
{
    private readonly Dictionary<SimulatedProcess, TimeSpan> _beats = [];
    private readonly Dictionary<(string Task, int Attempt), (TimeSpan At, int? Bundle)> _claims = [];

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
                _claims.TryAdd((TaskRow.KeyOf(row), TaskRow.AttemptOf(row)), (Book.Scheduler.Now, TaskRow.BundleOf(row)));
            }
        }
    }

    public override void Begun(Execution execution)
    {
        CheckNext(execution);
        var process = execution.Process;
        if (process.ResumedAt is not null
            && _claims.TryGetValue((execution.Task, execution.Attempt), out var claimed)
            && process.PausedAt == claimed.At
            && _beats.TryGetValue(process, out var beat)
            && Book.Scheduler.Now - beat > Book.Conditions.Times.SelfStop)
        {
            Break($"{execution} begins {(Book.Scheduler.Now - beat).TotalSeconds:0.0} s after the last heartbeat: its claim was answered before a pause of {process.LastPause.TotalSeconds:0.0} s");
        }
    }

    /// <summary>Its turn came after the pause, when its worker knew how long that had been.</summary>
    private void CheckNext(Execution execution)
    {
        var process = execution.Process;
        if (process.ResumedAt is { } resumed
            && _claims.TryGetValue((execution.Task, execution.Attempt), out var claim) && claim.Bundle is { } bundle
            && Book.Ledger.EndOfTheOneBefore(execution, bundle) is { } turn && turn > resumed
            && _beats.TryGetValue(process, out var beat) && turn - beat > Book.Conditions.Times.SelfStop)
        {
            Break($"{execution} begins {(turn - beat).TotalSeconds:0.0} s after the last heartbeat: the process was paused for {process.LastPause.TotalSeconds:0.0} s");
        }
    }
}
