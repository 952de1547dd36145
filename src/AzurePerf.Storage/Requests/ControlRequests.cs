using System.Collections.Concurrent;
using System.Diagnostics.Metrics;
using AzurePerf.Core.Metrics;

namespace AzurePerf.Storage.Requests;

/// <summary>Counts every request that this process sends to the control account, tries of one operation one by one: what the engine costs
/// is known, not guessed.</summary>
/// <param name="meter">Where they are counted too; the process's by default.</param>
public sealed class ControlRequests(Meter? meter = null)
{
    private readonly Counter<long> _counter = EngineMetrics.StorageRequests.Counter(meter ?? EngineMeter.Shared);
    private readonly ConcurrentDictionary<string, long> _byKind = new();
    private long _total;

    /// <summary>All requests so far.</summary>
    public long Total => Interlocked.Read(ref _total);

    /// <summary>Requests so far by kind, such as table.insert or queue.get.</summary>
    public IReadOnlyDictionary<string, long> ByKind => _byKind;

    /// <summary>Takes note of a request.</summary>
    public void Note(string kind)
    {
        Interlocked.Increment(ref _total);
        _byKind.AddOrUpdate(kind, 1, (_, count) => count + 1);
        _counter.Add(1, new KeyValuePair<string, object?>(MetricTags.StorageOperation, kind));
    }
}
