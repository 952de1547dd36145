namespace AzurePerf.Testing.Storage;

/// <summary>Counts what one process changes in its stores and ends it at a planned change: before the change is applied, or after it but before its answer.</summary>
public sealed class CrashPlan
{
    private int _at;
    private bool _applied;

    /// <summary>Changes so far.</summary>
    public int Changes { get; private set; }

    /// <summary>True from the crash on.</summary>
    public bool Happened { get; private set; }

    /// <summary>Plans the crash at the n-th change from the beginning.</summary>
    public void Arm(int change, bool applied) => (_at, _applied) = (change, applied);

    internal async Task<T> AroundAsync<T>(Func<Task<T>> change)
    {
        Changes++;
        if (Changes != _at)
        {
            return await change();
        }

        Happened = true;
        if (_applied)
        {
            await change();
        }

        throw new SimulatedCrashException($"at change {Changes}");
    }

    internal Task AroundAsync(Func<Task> change) => AroundAsync(async () =>
    {
        await change();
        return true;
    });
}
