namespace AzurePerf.Core.Experiments.Queues;

/// <summary>Whether the delete that follows a receive is timed.</summary>
public enum ReceiveDelete
{
    /// <summary>Harness time: the operation is one Get Messages call, as published.</summary>
    Untimed,

    /// <summary>Part of the operation: receive and delete, as an application does it.</summary>
    Timed,
}
