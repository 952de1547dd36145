using Azure;
using Azure.Storage.Queues;

namespace AzurePerf.Storage.Queues;

/// <summary>A queue in Azure Queues.</summary>
public sealed class AzureMessageQueue(QueueClient client) : IMessageQueue
{
    private static readonly TimeSpan Forever = TimeSpan.FromSeconds(-1);

    public async Task PutAsync(string text, TimeSpan delay, CancellationToken cancellationToken) =>
        await client.SendMessageAsync(text, delay == TimeSpan.Zero ? null : Whole(delay), Forever, cancellationToken);

    public async Task<ReceivedMessage> PutHiddenAsync(string text, TimeSpan visibility, CancellationToken cancellationToken)
    {
        var response = await client.SendMessageAsync(text, Whole(visibility), Forever, cancellationToken);
        return new(response.Value.MessageId, response.Value.PopReceipt, text) { PutAt = response.Value.InsertionTime };
    }

    public async Task<IReadOnlyList<ReceivedMessage>> GetAsync(int count, TimeSpan visibility, CancellationToken cancellationToken)
    {
        var response = await client.ReceiveMessagesAsync(count, Whole(visibility), cancellationToken);
        return [.. response.Value.Select(message =>
            new ReceivedMessage(message.MessageId, message.PopReceipt, message.Body.ToString()) { PutAt = message.InsertedOn })];
    }

    public async Task<ReceivedMessage?> TryHideAsync(ReceivedMessage message, TimeSpan visibility, CancellationToken cancellationToken)
    {
        try
        {
            var response = await client.UpdateMessageAsync(
                message.Id, message.PopReceipt, message.Text, Whole(visibility), cancellationToken);
            return message with { PopReceipt = response.Value.PopReceipt };
        }
        catch (RequestFailedException exception) when (IsLost(exception))
        {
            return null;
        }
    }

    public async Task<bool> TryDeleteAsync(ReceivedMessage message, CancellationToken cancellationToken)
    {
        try
        {
            await client.DeleteMessageAsync(message.Id, message.PopReceipt, cancellationToken);
            return true;
        }
        catch (RequestFailedException exception) when (IsLost(exception))
        {
            return false;
        }
    }

    public async Task<int> CountAsync(CancellationToken cancellationToken)
    {
        var response = await client.GetPropertiesAsync(cancellationToken);
        return response.Value.ApproximateMessagesCount;
    }

    public async Task<DateTimeOffset?> FindNextPutAtAsync(CancellationToken cancellationToken)
    {
        var response = await client.PeekMessageAsync(cancellationToken);
        return response.Value?.InsertedOn;
    }

    public Task CreateAsync(CancellationToken cancellationToken) => client.CreateIfNotExistsAsync(cancellationToken: cancellationToken);

    /// <summary>The client library cuts parts of a second off: a message would be seen too early, or not be hidden at all.</summary>
    private static TimeSpan Whole(TimeSpan time) => TimeSpan.FromSeconds(Math.Ceiling(time.TotalSeconds));

    // A stale receipt is answered 404 by the service and 400 PopReceiptMismatch by the emulator.
    private static bool IsLost(RequestFailedException exception) =>
        exception is { Status: 404, ErrorCode: "MessageNotFound" } or { Status: 400, ErrorCode: "PopReceiptMismatch" };
}
