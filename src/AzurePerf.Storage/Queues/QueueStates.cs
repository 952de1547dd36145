using AzurePerf.Core.Api.Engine;

namespace AzurePerf.Storage.Queues;

/// <summary>Looks at a queue without taking anything from it.</summary>
internal static class QueueStates
{
    /// <summary>How much it holds and how old the next message is. An empty queue costs one request, any other two.</summary>
    public static async Task<QueueState> LookAsync(this IMessageQueue queue, CancellationToken cancellationToken) =>
        await queue.CountAsync(cancellationToken) is > 0 and var count
            ? new(count, await queue.FindNextPutAtAsync(cancellationToken))
            : QueueState.None;
}
