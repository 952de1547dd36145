namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Whose turn it is to take keys, a pure function: the oldest run first, but no run waits behind one that cannot begin
/// either.</summary>
internal static class KeyLine
{
    /// <summary>The run that holds a key that this one needs; null when all are free or its own.</summary>
    /// <param name="runId">The run that needs them.</param>
    /// <param name="keys">What it needs.</param>
    /// <param name="holders">Who holds which key.</param>
    public static string? HolderInTheWay(string runId, IReadOnlyList<string> keys, IReadOnlyDictionary<string, string> holders) =>
        keys.Select(key => holders.GetValueOrDefault(key)).FirstOrDefault(holder => holder is not null && holder != runId);

    /// <summary>The runs that may try to take their keys now: no two of them need the same key.</summary>
    /// <param name="waiting">The runs that wait, oldest first, with what each needs.</param>
    /// <param name="holders">Who holds which key.</param>
    public static IReadOnlyList<string> Next(
        IEnumerable<(string RunId, IReadOnlyList<string> Keys)> waiting, IReadOnlyDictionary<string, string> holders)
    {
        var next = new List<string>();
        var promised = new HashSet<string>(StringComparer.Ordinal);
        foreach (var (runId, keys) in waiting)
        {
            if (HolderInTheWay(runId, keys, holders) is null && !promised.Overlaps(keys))
            {
                promised.UnionWith(keys);
                next.Add(runId);
            }
        }

        return next;
    }
}
