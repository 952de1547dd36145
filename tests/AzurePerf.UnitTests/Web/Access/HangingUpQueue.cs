using AzurePerf.Storage.Queues;

namespace AzurePerf.UnitTests.Web.Access;

/// <summary>A queue during whose first message the caller of the request hangs up, so that the message is not sent.</summary>
internal sealed class HangingUpQueue(CancellationTokenSource caller) : IMessageQueue
{
    public async Task PutAsync(string text, TimeSpan delay, CancellationToken cancellationToken)
    {
        await caller.CancelAsync();
        cancellationToken.ThrowIfCancellationRequested();
    }

    public Task<ReceivedMessage> PutHiddenAsync(string text, TimeSpan visibility, CancellationToken cancellationToken) => throw new NotSupportedException();

    public Task<IReadOnlyList<ReceivedMessage>> GetAsync(int count, TimeSpan visibility, CancellationToken cancellationToken) => throw new NotSupportedException();

    public Task<ReceivedMessage?> TryHideAsync(ReceivedMessage message, TimeSpan visibility, CancellationToken cancellationToken) => throw new NotSupportedException();

    public Task<bool> TryDeleteAsync(ReceivedMessage message, CancellationToken cancellationToken) => throw new NotSupportedException();

    public Task<int> CountAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

    public Task<DateTimeOffset?> FindNextPutAtAsync(CancellationToken cancellationToken) => throw new NotSupportedException();

    public Task CreateAsync(CancellationToken cancellationToken) => throw new NotSupportedException();
}
