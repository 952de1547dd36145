using AzurePerf.Storage;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Requests;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>A queue in memory as if it were a service's, like <see cref="NotedRows"/>.</summary>
internal sealed class NotedQueue(IMessageQueue queue, ControlRequests requests) : IMessageQueue
{
    /// <summary>A control plane in memory of which all that a host asks is noted, but for blobs: a bag of the selftest has none.</summary>
    public static ControlPlane PlaneOf(ControlPlane plane, ControlRequests requests) => new()
    {
        Rows = new NotedRows(plane.Rows, requests),
        RunRequests = new NotedQueue(plane.RunRequests, requests),
        RunRequestPoison = new NotedQueue(plane.RunRequestPoison, requests),
        MeasureTasks = new NotedQueue(plane.MeasureTasks, requests),
        MeasurePoison = new NotedQueue(plane.MeasurePoison, requests),
        BagTasks = new NotedQueue(plane.BagTasks, requests),
        BagPoison = new NotedQueue(plane.BagPoison, requests),
        PeerTasks = new NotedQueue(plane.PeerTasks, requests),
        PeerPoison = new NotedQueue(plane.PeerPoison, requests),
        Results = plane.Results,
        Products = plane.Products,
        Programs = plane.Programs,
    };

    public Task PutAsync(string text, TimeSpan delay, CancellationToken cancellationToken)
    {
        requests.Note("queue.put");
        return Task.Run(() => queue.PutAsync(text, delay, cancellationToken), cancellationToken);
    }

    public Task<ReceivedMessage> PutHiddenAsync(string text, TimeSpan visibility, CancellationToken cancellationToken) =>
        Noted("queue.put", () => queue.PutHiddenAsync(text, visibility, cancellationToken));

    public Task<IReadOnlyList<ReceivedMessage>> GetAsync(int count, TimeSpan visibility, CancellationToken cancellationToken) =>
        Noted("queue.get", () => queue.GetAsync(count, visibility, cancellationToken));

    public Task<ReceivedMessage?> TryHideAsync(ReceivedMessage message, TimeSpan visibility, CancellationToken cancellationToken) =>
        Noted("queue.update", () => queue.TryHideAsync(message, visibility, cancellationToken));

    public Task<bool> TryDeleteAsync(ReceivedMessage message, CancellationToken cancellationToken) =>
        Noted("queue.delete", () => queue.TryDeleteAsync(message, cancellationToken));

    public Task<int> CountAsync(CancellationToken cancellationToken) => Noted("queue.count", () => queue.CountAsync(cancellationToken));

    public Task<DateTimeOffset?> FindNextPutAtAsync(CancellationToken cancellationToken) =>
        Noted("queue.peek", () => queue.FindNextPutAtAsync(cancellationToken));

    public Task CreateAsync(CancellationToken cancellationToken) => queue.CreateAsync(cancellationToken);

    private Task<T> Noted<T>(string kind, Func<Task<T>> perform)
    {
        requests.Note(kind);
        return Task.Run(perform);
    }
}
