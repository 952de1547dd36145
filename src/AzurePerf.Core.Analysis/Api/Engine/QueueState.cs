namespace AzurePerf.Core.Api.Engine;

/// <summary>What one look at the queue of a pool told.</summary>
/// <param name="Messages">About how many it holds, hidden ones included.</param>
/// <param name="NextPutAt">When the message that is likely to be taken next was put; null when none can be taken.</param>
public sealed record QueueState(int Messages, DateTimeOffset? NextPutAt)
{
    /// <summary>That at a queue that nobody looked at.</summary>
    public static QueueState None { get; } = new(0, null);
}
