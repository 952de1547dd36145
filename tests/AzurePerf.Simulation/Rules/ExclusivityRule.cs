using AzurePerf.Core.Tasks;
using AzurePerf.Simulation.Executions;
using AzurePerf.Simulation.Processes;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// No two measurements at once against one target, and nothing else on the host of a measurement. A process that was paused for so long that it counts as dead cannot know it before it goes
/// on; what it executes must then end at once.
/// </summary>
internal sealed class ExclusivityRule(RuleBook book) : Rule(book)
{
    public override void Tick()
    {
        var measuring = Book.Ledger.Open.Where(execution => execution.Measures && Counts(execution)).ToArray();
        foreach (var one in measuring)
        {
            foreach (var other in Book.Ledger.Open.Where(other => other != one && Counts(other)))
            {
                Check(one, other);
            }
        }
    }

    /// <summary>False for an execution of a process that stands still, or that has just gone on and may not know yet that it was taken for dead.</summary>
    public bool Counts(Execution execution)
    {
        var process = execution.Process;
        var times = Book.Conditions.Times;
        var justBack = process.ResumedAt is { } resumed
            && execution.BeganAt < resumed
            && process.LastPause >= times.Dead - times.SelfStop
            && Book.Scheduler.Now - resumed < times.Heartbeat + times.StopGrace;
        return process.State == ProcessState.Running && !justBack;
    }

    private void Check(Execution one, Execution other)
    {
        if (other.Measures && other.Point == one.Point && other.Attempt == one.Attempt)
        {
            // Members of one gang measure together.
            return;
        }

        if (other.Measures && one.Target == other.Target)
        {
            Break($"{one} and {other} measure the target {one.Target} at once");
        }
        else if (other.Kind is StageKind.Measure or StageKind.Bag && one.HostId == other.HostId)
        {
            Break($"{one} measures while {other} runs on the same host");
        }
    }
}
