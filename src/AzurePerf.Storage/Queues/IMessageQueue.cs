namespace AzurePerf.Storage.Queues;

/// <summary>One queue with the service's semantics: visibility, pop receipts, no order. Implemented on Azure Queues and in
/// memory.</summary>
/// <remarks>Messages are hidden for whole seconds, from 0 to 7 days, and by a get for 1 at least: parts of a second are rounded
/// up.</remarks>
public interface IMessageQueue
{
    /// <summary>Puts a message that never expires.</summary>
    Task PutAsync(string text, TimeSpan delay, CancellationToken cancellationToken);

    /// <summary>Puts a message that never expires and that nobody sees for a while; with the receipt by which whoever put it hides it
    /// longer or deletes it.</summary>
    Task<ReceivedMessage> PutHiddenAsync(string text, TimeSpan visibility, CancellationToken cancellationToken);

    /// <summary>Gets up to 32 messages and hides them.</summary>
    Task<IReadOnlyList<ReceivedMessage>> GetAsync(int count, TimeSpan visibility, CancellationToken cancellationToken);

    /// <summary>Changes how long a message stays hidden, and its text to the one given; the message with its new pop receipt, or null when
    /// the receipt is stale or the message gone.</summary>
    Task<ReceivedMessage?> TryHideAsync(ReceivedMessage message, TimeSpan visibility, CancellationToken cancellationToken);

    /// <summary>Deletes a message; false when the receipt is stale or the message gone.</summary>
    Task<bool> TryDeleteAsync(ReceivedMessage message, CancellationToken cancellationToken);

    /// <summary>About how many messages there are, hidden ones included.</summary>
    Task<int> CountAsync(CancellationToken cancellationToken);

    /// <summary>When the message that is likely to be received next was put, by the clock of the queue; null when none can be received
    /// now.</summary>
    Task<DateTimeOffset?> FindNextPutAtAsync(CancellationToken cancellationToken);

    /// <summary>Makes the queue where it does not exist.</summary>
    Task CreateAsync(CancellationToken cancellationToken);
}

/// <summary>A message as received.</summary>
/// <param name="Id">Given by the queue.</param>
/// <param name="PopReceipt">Proof of the latest receive or update; any later one makes it stale.</param>
/// <param name="Text">The body, UTF-8.</param>
public sealed record ReceivedMessage(string Id, string PopReceipt, string Text)
{
    /// <summary>When it was put, by the clock of the queue; null where that was not told.</summary>
    public DateTimeOffset? PutAt { get; init; }
}
