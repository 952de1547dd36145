namespace AzurePerf.Core.Api;

/// <summary>What a target is.</summary>
public enum TargetKind
{
    /// <summary>A storage account that the operator named.</summary>
    Account,

    /// <summary>The worker's own machine.</summary>
    Machine,

    /// <summary>The network between two workers.</summary>
    Peer,
}
