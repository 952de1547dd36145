namespace AzurePerf.Core.Experiments.Queues;

/// <summary>Whether a receive deletes its message.</summary>
public enum ReceiveDelete
{
    /// <summary>No part of it: the operation is one Get Messages call, as published.</summary>
    Untimed,

    /// <summary>Part of the operation: receive and delete, as an application does it.</summary>
    Timed,
}
