using AzurePerf.Core.Ids;
using AzurePerf.Core.Kinds;
using AzurePerf.Core.Workers;
using AzurePerf.Storage.Kinds;
using AzurePerf.TaskManager.Metrics;

namespace AzurePerf.TaskManager.Kinds;

/// <summary>Notes how executions end, writes it down once a heartbeat, and remembers for a minute what is known of a kind.</summary>
internal sealed partial class KindBook(KindStore kinds, ExecutionCounter counter, EngineTimes times, IIdSource ids, TimeProvider time, ILogger<KindBook> logger)
{
    private readonly KindTallies _tallies = new();
    private readonly Dictionary<KindKey, (KindTally Tally, long At)> _windows = [];
    private (string Batch, IReadOnlyList<KindHour> Entries)? _unfinished;
    private long _lastFlush = time.GetTimestamp();

    /// <summary>Notes executions that ended just now.</summary>
    public void Note(KindKey kind, DateTimeOffset endedAt, KindTally tally)
    {
        _tallies.Add(kind, endedAt, tally);
        counter.Add(kind, tally);
    }

    /// <summary>Stores what was noted, if it is time to. A batch whose answer did not come is repeated under its name, so that nothing counts twice.</summary>
    public async Task FlushIfDueAsync(CancellationToken cancellationToken)
    {
        if (time.GetElapsedTime(_lastFlush) >= times.Heartbeat)
        {
            await FlushAsync(cancellationToken);
        }
    }

    public async Task FlushAsync(CancellationToken cancellationToken)
    {
        _lastFlush = time.GetTimestamp();
        _unfinished ??= _tallies.Drain() is { Count: > 0 } entries ? (ids.NewId(), entries) : null;
        if (_unfinished is { } unfinished)
        {
            await StoreAsync(unfinished.Entries, unfinished.Batch, cancellationToken);
            _unfinished = null;
        }
    }

    /// <summary>Stores tallies under a name of the caller's, which the same tallies always have.</summary>
    public async Task StoreAsync(IReadOnlyList<KindHour> entries, string batch, CancellationToken cancellationToken)
    {
        foreach (var nonsense in await kinds.AddAsync(entries, batch, cancellationToken))
        {
            LogNonsense(nonsense);
        }
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

    [LoggerMessage(Level = LogLevel.Error, Message = "Ends of executions cannot be added to a row: {Reason}")]
    private partial void LogNonsense(string reason);
}
