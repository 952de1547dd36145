namespace AzurePerf.Probes.Queues;

/// <summary>The service answered that the queue has no visible message: for the caller a failure, though for the protocol a success.</summary>
internal sealed class EmptyQueueException : Exception
{
    public EmptyQueueException()
        : base("The queue gave no message.")
    {
    }
}
