using System.Globalization;
using AzurePerf.Simulation.Executions;
using AzurePerf.Simulation.Ports;
using AzurePerf.Simulation.Processes;
using AzurePerf.Storage;

namespace AzurePerf.Simulation.Rules;

/// <summary>A point of several workers is accepted whole, in one transaction, from one attempt whose members started together.</summary>
internal sealed class GangRule(RuleBook book) : Rule(book)
{
    private readonly HashSet<SimulatedProcess> _barriers = [];

    public override void BarrierAnswered(SimulatedProcess by) => _barriers.Add(by);

    public override void Changed(IReadOnlyList<RowChange> changes)
    {
        var accepted = changes
            .Where(change => change is { Table: ControlNames.TasksTable, After: { } row } && TaskRow.StatusOf(row) == TaskRow.Done && !TaskRow.IsReused(row) && TaskRow.MembersOf(row) > 1)
            .GroupBy(change => TaskRow.PointOf(change.After!));
        foreach (var point in accepted)
        {
            Check(point.Key, [.. point]);
        }
    }

    private void Check(string point, RowChange[] members)
    {
        var rows = members.Select(change => change.After!).ToArray();
        if (rows.Length != TaskRow.MembersOf(rows[0]))
        {
            Break($"{rows.Length} of {TaskRow.MembersOf(rows[0])} tasks of point {point} were accepted by themselves");
        }
        else if (rows.Select(TaskRow.AttemptOf).Distinct().Count() > 1)
        {
            Break($"point {point} was accepted from the attempts {string.Join(", ", rows.Select(TaskRow.AttemptOf))}");
        }
        else
        {
            CheckStart(point, [.. rows.Select(row => Book.Ledger.Find(TaskRow.KeyOf(row), TaskRow.AttemptOf(row), TaskRow.NonceOf(row))).OfType<Execution>()]);
        }
    }

    private void CheckStart(string point, Execution[] executions)
    {
        if (executions.FirstOrDefault(execution => execution.AgreedStart is null) is { } alone)
        {
            Break($"point {point} was accepted with {alone}, which agreed on no start");
            return;
        }

        // A machine that was suspended between the clock exchange and the start has its clock moved under it; the exchange after the measurement shows that.
        // Where it was the barrier's, members that exchanged before and after know different clocks.
        if (_barriers.Any(barrier => barrier.ClockStoodUntil >= executions.Min(execution => execution.BeganAt)))
        {
            return;
        }

        var comparable = executions.Where(execution => execution.Process.ResumedAt is not { } resumed || resumed < execution.BeganAt).ToArray();
        var apart = comparable.Length < 2 ? TimeSpan.Zero : comparable.Max(execution => execution.AgreedStart!.Value) - comparable.Min(execution => execution.AgreedStart!.Value);
        var bound = TimeSpan.FromTicks(comparable.Sum(execution => execution.ClockBound.Ticks)) + TimeSpan.FromMicroseconds(1);
        if (apart > bound)
        {
            Break(string.Create(
                CultureInfo.InvariantCulture, $"the members of point {point} agreed on starts {apart.TotalMilliseconds} ms apart, with clocks known to {bound.TotalMilliseconds} ms"));
        }
    }
}
