using AzurePerf.Core.Kinds;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Kinds;
using AzurePerf.TaskManager.Metrics;

namespace AzurePerf.TaskManager.Kinds;

/// <summary>Writes down how executions ended, and remembers for a minute what is known of a kind.</summary>
internal sealed partial class KindBook(KindStore kinds, ExecutionCounter counter, EngineTimes times, TimeProvider time, ILogger<KindBook> logger)
{
    private const int MostCounted = 1_000;

    private readonly Dictionary<KindKey, (KindTally Tally, long At)> _windows = [];
    private readonly Queue<string> _counted = [];

    /// <summary>Stores tallies under a name that the same tallies always have: whoever died after it, or had no answer, does it again and nothing counts twice.</summary>
    public async Task StoreAsync(IReadOnlyList<KindHour> entries, string batch, CancellationToken cancellationToken)
    {
        foreach (var nonsense in await kinds.AddAsync(entries, batch, cancellationToken))
        {
            LogNonsense(nonsense);
        }

        Count(entries, batch);
    }

    /// <summary>What is known of a kind from the last 24 hours; up to a minute old.</summary>
    public async Task<KindTally> WindowAsync(KindKey kind, CancellationToken cancellationToken)
    {
        if (_windows.TryGetValue(kind, out var known) && time.GetElapsedTime(known.At) < times.Sweep)
        {
            return known.Tally;
        }

        var tally = await kinds.ReadWindowAsync(kind, TimeLimit.Window, cancellationToken);
        if (_windows.Count >= 1_000)
        {
            _windows.Clear();
        }

        _windows[kind] = (tally, time.GetTimestamp());
        return tally;
    }

    /// <summary>The rows know by the batch's name that they have it; so does the counter.</summary>
    private void Count(IReadOnlyList<KindHour> entries, string batch)
    {
        if (_counted.Contains(batch))
        {
            return;
        }

        _counted.Enqueue(batch);
        if (_counted.Count > MostCounted)
        {
            _counted.Dequeue();
        }

        foreach (var entry in entries)
        {
            counter.Add(entry.Kind, entry.Tally);
        }
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "Ends of executions cannot be added to a row: {Reason}")]
    private partial void LogNonsense(string reason);
}
