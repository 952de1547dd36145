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

    /// <summary>True from the crash until another process starts.</summary>
    public bool IsDown { get; private set; }

    /// <summary>True when everything that is still under way in the process, beside the change at which it ended, is refused until another one starts.</summary>
    public bool StaysDown { get; init; }

    /// <summary>Plans the crash at the n-th change from the beginning.</summary>
    public void Arm(int change, bool applied) => (_at, _applied) = (change, applied);

    /// <summary>
    /// Where a process that makes so many changes can end: before the first one and after each. In the night also before each of the others, which leaves the stores as the end after the
    /// change before it does.
    /// </summary>
    public static IEnumerable<(int Change, bool Applied)> Ends(int changes) =>
        Enumerable.Range(1, changes).SelectMany(change => IsWorthAnEndBefore(change) ? [(change, false), (change, true)] : new[] { (change, true) });

    /// <inheritdoc cref="Ends"/>
    public static bool IsWorthAnEndBefore(int change) => change == 1 || Night.IsOn;

    /// <summary>Another process starts.</summary>
    public void Revive() => IsDown = false;

    internal async Task<T> AroundAsync<T>(Func<Task<T>> change)
    {
        if (IsDown && StaysDown)
        {
            throw new SimulatedCrashException("the process has ended");
        }

        Changes++;
        if (Changes != _at)
        {
            return await change();
        }

        Happened = true;
        IsDown = true;
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
