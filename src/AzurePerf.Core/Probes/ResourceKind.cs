namespace AzurePerf.Core.Probes;

/// <summary>What a run can create in a target and must remove afterwards.</summary>
public enum ResourceKind
{
    /// <summary>A blob container with everything in it.</summary>
    Container,

    /// <summary>A table with everything in it.</summary>
    Table,

    /// <summary>A queue with everything in it.</summary>
    Queue,
}
