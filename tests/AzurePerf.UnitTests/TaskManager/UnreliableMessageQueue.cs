using AzurePerf.Storage.Queues;

namespace AzurePerf.UnitTests.TaskManager;

/// <summary>A queue whose next gets fail as told.</summary>
internal sealed class UnreliableMessageQueue(IMessageQueue queue, Queue<Exception> failures) : IMessageQueue
{
    public Task<ReceivedMessage> PutHiddenAsync(string text, TimeSpan visibility, CancellationToken cancellationToken) => queue.PutHiddenAsync(text, visibility, cancellationToken);

    public Task<IReadOnlyList<ReceivedMessage>> GetAsync(int count, TimeSpan visibility, CancellationToken cancellationToken) =>
        failures.TryDequeue(out var failure)
            ? Task.FromException<IReadOnlyList<ReceivedMessage>>(failure)
            : queue.GetAsync(count, visibility, cancellationToken);

    public Task PutAsync(string text, TimeSpan delay, CancellationToken cancellationToken) => queue.PutAsync(text, delay, cancellationToken);

    public Task<ReceivedMessage?> TryHideAsync(ReceivedMessage message, TimeSpan visibility, CancellationToken cancellationToken) =>
        queue.TryHideAsync(message, visibility, cancellationToken);

    public Task<bool> TryDeleteAsync(ReceivedMessage message, CancellationToken cancellationToken) => queue.TryDeleteAsync(message, cancellationToken);

    public Task<int> CountAsync(CancellationToken cancellationToken) => queue.CountAsync(cancellationToken);

    public Task<DateTimeOffset?> FindNextPutAtAsync(CancellationToken cancellationToken) => queue.FindNextPutAtAsync(cancellationToken);

    public Task CreateAsync(CancellationToken cancellationToken) => queue.CreateAsync(cancellationToken);
}
