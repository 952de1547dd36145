using AzurePerf.Core.Runs;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Steps;

/// <summary>What happens in one step, for people.</summary>
/// <param name="Who">W for a worker, T for a TaskManager, or the world.</param>
/// <param name="Number">Which one, from 0.</param>
/// <param name="What">What it does.</param>
/// <param name="Task">With which task; -1 for none.</param>
internal readonly record struct Arrow(char Who, int Number, string What, int Task = -1)
{
    public override string ToString() => $"{(Who == ' ' ? "" : Who == 'W' ? $"worker {Number + 1}: " : $"TaskManager {Number + 1}: ")}{What}{(Task < 0 ? "" : $" (task {Task})")}";
}

/// <summary>One way on from a world.</summary>
/// <param name="Next">The world afterwards.</param>
/// <param name="Arrow">What happened.</param>
/// <param name="Broken">The rule that this broke; null for none.</param>
internal readonly record struct Step(World Next, Arrow Arrow, string? Broken)
{
    /// <summary>Whether it is a fault or a cancellation: nothing may wait for one of these to go on.</summary>
    public bool IsMishap(in World before) => Next.Faults < before.Faults || (Next.Run == RunStatus.Cancelling && before.Run != RunStatus.Cancelling);
}

/// <summary>Every way on from one world.</summary>
internal sealed class Ways
{
    private readonly List<Step> _steps = [];

    public IReadOnlyList<Step> All => _steps;

    public void Clear() => _steps.Clear();

    public void Replace(int at, in Step step) => _steps[at] = step;

    public void Add(in World next, Arrow arrow, string? broken = null) => _steps.Add(new(next, arrow, broken));
}
