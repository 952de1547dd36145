namespace AzurePerf.UnitTests.Executions.Stragglers;

/// <summary>Which orders may be executed: those of a stage wait for the stage before it, for all of it or only for the same block of 100.</summary>
/// <param name="stages">How many stages.</param>
/// <param name="tasks">Orders of each, a multiple of <see cref="Block"/>.</param>
/// <param name="byBlock">Whether a block waits for its block only.</param>
internal sealed class StragglerStages(int stages, int tasks, bool byBlock)
{
    public const int Block = 100;

    private readonly int _group = byBlock ? Block : tasks;
    private readonly int[] _done = new int[stages * tasks];

    public int Orders => stages * tasks;

    /// <summary>Orders that may be executed at once.</summary>
    public IEnumerable<int> First => Enumerable.Range(0, tasks);

    /// <summary>Orders that may be executed now that one more is done.</summary>
    public IEnumerable<int> After(int order)
    {
        var group = order / _group;
        return ++_done[group] == _group && (group * _group) + tasks < Orders
            ? Enumerable.Range((group * _group) + tasks, _group)
            : [];
    }
}
