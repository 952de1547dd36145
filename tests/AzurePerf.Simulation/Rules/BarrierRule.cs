using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Rules;

/// <summary>
/// Only the TaskManager that leads answers at the barrier: members who come to different ones never meet. One whose machine was suspended cannot know at once that another has
/// taken over, if its clock stood still too.
/// </summary>
internal sealed class BarrierRule(RuleBook book) : Rule(book)
{
    private const string LeaderRow = "leader";

    private SimulatedProcess? _leader;

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        foreach (var change in changes.Where(change => change is { Table: ControlNames.LeasesTable, Row.RowKey: LeaderRow }))
        {
            _leader = change.After is null ? null : change.By;
        }
    }

    public override void BarrierAnswered(SimulatedProcess by)
    {
        var wasSuspended = by.ClockStoodUntil is { } until && Book.Scheduler.Now - until < Book.Conditions.Times.SelfStop;
        if (by != _leader && !wasSuspended)
        {
            Break($"{by} answers at its barrier while {_leader?.ToString() ?? "nobody"} leads");
        }
    }
}
