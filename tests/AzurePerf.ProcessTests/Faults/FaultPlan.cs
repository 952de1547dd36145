namespace AzurePerf.ProcessTests.Faults;

/// <summary>Draws from a seed which process meets which fault when, and lets it happen.</summary>
internal static class FaultPlan
{
    /// <summary>
    /// The faults of groups of processes, in order. Each group loses at most five processes or what counts as lost: a task survives so many and no more.
    /// </summary>
    /// <param name="seed">Decides everything.</param>
    /// <param name="groupSizes">Processes of each group.</param>
    /// <param name="heartbeats">How long it lasts.</param>
    public static IReadOnlyList<Fault> Draw(int seed, IReadOnlyList<int> groupSizes, double heartbeats)
    {
        var random = new Random(seed);
        var faults = new List<Fault>();
        FaultKind[] kinds = [FaultKind.Kill, FaultKind.Kill, FaultKind.Kill, FaultKind.LongPause, FaultKind.ShortPause, FaultKind.ShortPause];
        for (var group = 0; group < groupSizes.Count; group++)
        {
            foreach (var kind in kinds)
            {
                faults.Add(new(random.NextDouble() * heartbeats, kind, group, random.Next(groupSizes[group]), PauseOf(kind, random)));
            }
        }

        return [.. faults.OrderBy(fault => fault.At)];
    }

    /// <summary>Lets the faults happen; returns when the last is over.</summary>
    public static Task StrikeAsync(IEnumerable<Fault> faults, IReadOnlyList<SupervisedHost[]> groups, CancellationToken cancellationToken) =>
        Task.WhenAll(faults.Select(fault => StrikeAsync(fault, groups[fault.Group][fault.Member], cancellationToken)));

    private static async Task StrikeAsync(Fault fault, SupervisedHost host, CancellationToken cancellationToken)
    {
        await Task.Delay(fault.At * FaultSettings.Heartbeat, TimeProvider.System, cancellationToken);
        if (fault.Kind == FaultKind.Kill)
        {
            host.Kill();
        }
        else
        {
            await host.PauseAsync(fault.Pause * FaultSettings.Heartbeat, cancellationToken);
        }
    }

    private static double PauseOf(FaultKind kind, Random random) => kind switch
    {
        FaultKind.Kill => 0,
        FaultKind.ShortPause => 0.3 + (1.7 * random.NextDouble()),
        _ => 4 + (2 * random.NextDouble()),
    };
}
