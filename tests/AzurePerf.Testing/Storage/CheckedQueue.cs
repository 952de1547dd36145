using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Rights;

namespace AzurePerf.Testing.Storage;

/// <summary>A queue with which a host does only what it may.</summary>
internal sealed class CheckedQueue(ControlHost host, string name, IMessageQueue inner) : IMessageQueue
{
    public Task PutAsync(string text, TimeSpan delay, CancellationToken cancellationToken) => To(ControlOperation.PutMessages).PutAsync(text, delay, cancellationToken);

    public Task<ReceivedMessage> PutHiddenAsync(string text, TimeSpan visibility, CancellationToken cancellationToken) =>
        To(ControlOperation.PutMessages).PutHiddenAsync(text, visibility, cancellationToken);

    public Task<IReadOnlyList<ReceivedMessage>> GetAsync(int count, TimeSpan visibility, CancellationToken cancellationToken) =>
        To(ControlOperation.TakeMessages).GetAsync(count, visibility, cancellationToken);

    public Task<ReceivedMessage?> TryHideAsync(ReceivedMessage message, TimeSpan visibility, CancellationToken cancellationToken) =>
        To(ControlOperation.TakeMessages).TryHideAsync(message, visibility, cancellationToken);

    public Task<bool> TryDeleteAsync(ReceivedMessage message, CancellationToken cancellationToken) => To(ControlOperation.TakeMessages).TryDeleteAsync(message, cancellationToken);

    public Task<int> CountAsync(CancellationToken cancellationToken) => To(ControlOperation.CountMessages).CountAsync(cancellationToken);

    public Task<DateTimeOffset?> FindNextPutAtAsync(CancellationToken cancellationToken) => To(ControlOperation.CountMessages).FindNextPutAtAsync(cancellationToken);

    public Task CreateAsync(CancellationToken cancellationToken) => inner.CreateAsync(cancellationToken);

    private IMessageQueue To(ControlOperation operation)
    {
        CheckedRights.Demand(host, ControlPart.Queue(name), operation);
        return inner;
    }
}
