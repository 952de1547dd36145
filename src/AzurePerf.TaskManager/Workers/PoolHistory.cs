using AzurePerf.Core.Workers;
using AzurePerf.Storage.Workers;

namespace AzurePerf.TaskManager.Workers;

/// <summary>Notes once a minute how many workers each pool has, as they were last read.</summary>
internal sealed class PoolHistory(PoolHistoryStore store, WorkerWatch watch, TimeProvider time)
{
    private int? _last;

    public async Task NoteIfDueAsync(CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        if (watch.LastRead is not null && PoolMinute.SlotOf(now) is var slot && slot != _last)
        {
            await store.PutAsync(new(now, PoolCount.Of([.. watch.Alive])), cancellationToken);
            _last = slot;
        }
    }
}
