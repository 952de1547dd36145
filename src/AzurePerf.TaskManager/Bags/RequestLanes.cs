namespace AzurePerf.TaskManager.Bags;

/// <summary>Does something to many things, several at a time.</summary>
internal static class RequestLanes
{
    /// <summary>Requests under way at once.</summary>
    private const int Most = 16;

    public static Task ForEachAsync<T>(IEnumerable<T> items, Func<T, Task> perform)
    {
        var queue = new Queue<T>(items);
        return Task.WhenAll(Enumerable.Range(0, Math.Min(Most, queue.Count)).Select(_ => LaneAsync()));

        async Task LaneAsync()
        {
            while (TryTake(out var item))
            {
                await perform(item);
            }
        }

        bool TryTake(out T item)
        {
            lock (queue)
            {
                return queue.TryDequeue(out item!);
            }
        }
    }
}
