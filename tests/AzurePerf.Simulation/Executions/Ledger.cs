using System.Globalization;
using AzurePerf.Simulation.Processes;
using AzurePerf.Simulation.Scheduling;

namespace AzurePerf.Simulation.Executions;

/// <summary>Every execution that there really was, whatever the rows say.</summary>
internal sealed class Ledger(SimulationScheduler scheduler, Trace trace)
{
    private readonly List<Execution> _open = [];
    private readonly Dictionary<(string Task, int Attempt, string Nonce), Execution> _all = [];

    /// <summary>Told of each execution that begins.</summary>
    public Action<Execution> Begun { get; set; } = _ => { };

    /// <summary>Executions under way, those of paused processes included.</summary>
    public IReadOnlyList<Execution> Open => _open;

    public int Count => _all.Count;

    public TimeSpan Now => scheduler.Now;

    public Execution? Find(string task, int attempt, string nonce) => _all.GetValueOrDefault((task, attempt, nonce));

    /// <summary>When the same process ended the last of the executions before it of tasks that share its message; null where it executed none.</summary>
    /// <param name="execution">The execution.</param>
    /// <param name="bundle">The first of those tasks.</param>
    public TimeSpan? EndOfTheOneBefore(Execution execution, int bundle)
    {
        var (partition, number) = (execution.Task[..^8], NumberOf(execution));
        return _all.Values
            .Where(other => other.Process == execution.Process && other.EndedAt <= execution.BeganAt
                && other.Task.StartsWith(partition, StringComparison.Ordinal) && NumberOf(other) >= bundle && NumberOf(other) < number)
            .Max(other => other.EndedAt);
    }

    /// <summary>
    /// Whether the turn of a task may have come that shares its message: it is the first, or the one before it has ended. It may end before its work begins, when it cannot read its run.
    /// </summary>
    /// <param name="task">The task.</param>
    /// <param name="bundle">The first of the tasks that share the message.</param>
    public bool MayHaveBegun(string task, int bundle)
    {
        var number = int.Parse(task[^8..], CultureInfo.InvariantCulture);
        var before = string.Create(CultureInfo.InvariantCulture, $"{task[..^8]}{number - 1:D8}");
        return number == bundle || _all.Values.Any(other => other.Task == before && other.EndedAt is not null);
    }

    private static int NumberOf(Execution execution) => int.Parse(execution.Task[^8..], CultureInfo.InvariantCulture);

    public void Begin(Execution execution)
    {
        trace.Note($"{execution.Process}: execution of {execution.Task} attempt {execution.Attempt} begins");
        _all[(execution.Task, execution.Attempt, execution.Nonce)] = execution;
        _open.Add(execution);
        Begun(execution);
    }

    public void End(Execution execution)
    {
        execution.EndedAt ??= scheduler.Now;
        _open.Remove(execution);
    }

    /// <summary>With a process all its executions end.</summary>
    public void EndAll(SimulatedProcess process)
    {
        foreach (var execution in _open.Where(execution => execution.Process == process).ToArray())
        {
            End(execution);
        }
    }
}
