namespace AzurePerf.Core.Experiments.Queues;

/// <summary>The queue operation that queue.length measures.</summary>
public enum QueueOperation
{
    Add,
    Peek,
    Receive,
}
