using System.Diagnostics.Metrics;
using AzurePerf.Core.Metrics;
using AzurePerf.Core.Workers;

namespace AzurePerf.TaskManager.Workers;

/// <summary>Records which workers are alive and what they have room for.</summary>
internal sealed class PoolGauges(Meter meter)
{
    private readonly Gauge<long> _workers = EngineMetrics.Workers.Gauge<long>(meter);
    private readonly Gauge<long> _slots = EngineMetrics.Slots.Gauge<long>(meter);

    /// <param name="alive">The workers alive, of all pools.</param>
    public void Record(IReadOnlyList<WorkerState> alive)
    {
        if (!_workers.Enabled && !_slots.Enabled)
        {
            return;
        }

        foreach (var pool in WorkerPool.All)
        {
            Record(pool, [.. alive.Where(worker => worker.Pool == pool)]);
        }
    }

    private void Record(string pool, IReadOnlyList<WorkerState> workers)
    {
        var draining = workers.Count(worker => worker.Draining);
        var holding = workers.Count(worker => worker is { Holding: true, Draining: false });
        var used = workers.Sum(worker => worker.Running.Count);
        Record(_workers, pool, MetricTags.WorkerState, ("draining", draining), ("holding", holding),
            ("ready", workers.Count - draining - holding));
        Record(_slots, pool, MetricTags.SlotState, ("used", used), ("free", Math.Max(workers.Sum(worker => worker.Slots) - used, 0)));
    }

    private static void Record(Gauge<long> gauge, string pool, string tag, params ReadOnlySpan<(string State, int Count)> states)
    {
        foreach (var (state, count) in states)
        {
            gauge.Record(count, new KeyValuePair<string, object?>(MetricTags.Pool, pool), new(tag, state));
        }
    }
}
