using AzurePerf.Storage.Queues;

namespace AzurePerf.UnitTests.Web.Access;

/// <summary>A queue that takes messages as a test says, and does nothing else.</summary>
internal sealed class PutQueue(Func<CancellationToken, Task> put) : IMessageQueue
{
    /// <summary>The caller of the request hangs up during its first message, so that the message is not sent.</summary>
    public static PutQueue HangingUp(CancellationTokenSource caller) => new(async cancellationToken =>
    {
        await caller.CancelAsync();
        cancellationToken.ThrowIfCancellationRequested();
    });

    public Task PutAsync(string text, TimeSpan delay, CancellationToken cancellationToken) => put(cancellationToken);

    public Task<ReceivedMessage> PutHiddenAsync(string text, TimeSpan visibility, CancellationToken cancellationToken) => throw new NotSupportedException();

    public Task<IReadOnlyList<ReceivedMessage>> GetAsync(int count, TimeSpan visibility, CancellationToken cancellationToken) => throw new NotSupportedException();

    public Task<ReceivedMessage?> TryHideAsync(ReceivedMessage message, TimeSpan visibility, CancellationToken cancellationToken) => throw new NotSupportedException();

    public Task<bool> TryDeleteAsync(ReceivedMessage message, CancellationToken cancellationToken) => throw new NotSupportedException();

    public Task<int> CountAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

    public Task<DateTimeOffset?> FindNextPutAtAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

    public Task CreateAsync(CancellationToken cancellationToken) => throw new NotSupportedException();
}
