namespace AzurePerf.Storage.Queues;

/// <summary>A message as received.</summary>
/// <param name="Id">Given by the queue.</param>
/// <param name="PopReceipt">Proof of the latest receive or update; any later one makes it stale.</param>
/// <param name="Text">The body, UTF-8.</param>
public sealed record ReceivedMessage(string Id, string PopReceipt, string Text)
{
    /// <summary>When it was put, by the clock of the queue; null where that was not told.</summary>
    public DateTimeOffset? PutAt { get; init; }
}
