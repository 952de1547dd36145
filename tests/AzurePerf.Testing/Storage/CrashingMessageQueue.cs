using AzurePerf.Storage.Queues;

namespace AzurePerf.Testing.Storage;

/// <summary>The queue of a process that ends as planned.</summary>
public sealed class CrashingMessageQueue(IMessageQueue queue, CrashPlan plan) : IMessageQueue
{
    public Task PutAsync(string text, TimeSpan delay, CancellationToken cancellationToken) => plan.AroundAsync(() => queue.PutAsync(text, delay, cancellationToken));

    public Task<ReceivedMessage> PutHiddenAsync(string text, TimeSpan visibility, CancellationToken cancellationToken) =>
        plan.AroundAsync(() => queue.PutHiddenAsync(text, visibility, cancellationToken));

    public Task<IReadOnlyList<ReceivedMessage>> GetAsync(int count, TimeSpan visibility, CancellationToken cancellationToken) =>
        queue.GetAsync(count, visibility, cancellationToken);

    public Task<ReceivedMessage?> TryHideAsync(ReceivedMessage message, TimeSpan visibility, CancellationToken cancellationToken) =>
        plan.AroundAsync(() => queue.TryHideAsync(message, visibility, cancellationToken));

    public Task<bool> TryDeleteAsync(ReceivedMessage message, CancellationToken cancellationToken) =>
        plan.AroundAsync(() => queue.TryDeleteAsync(message, cancellationToken));

    public Task<int> CountAsync(CancellationToken cancellationToken) => queue.CountAsync(cancellationToken);

    public Task<DateTimeOffset?> FindNextPutAtAsync(CancellationToken cancellationToken) => queue.FindNextPutAtAsync(cancellationToken);

    public Task CreateAsync(CancellationToken cancellationToken) => queue.CreateAsync(cancellationToken);
}
