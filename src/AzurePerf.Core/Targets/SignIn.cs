namespace AzurePerf.Core.Targets;

/// <summary>How a process proves to a storage account who it is.</summary>
public enum SignIn
{
    /// <summary>By the key of a connection string: an emulator, or an account that still takes keys. A deployment in the cloud never does.</summary>
    Key,

    /// <summary>By one managed identity, named by its client id: a process in the cloud. No other identity is tried, so that a missing role shows as what it is.</summary>
    ManagedIdentity,

    /// <summary>By whatever the developer's machine offers, such as <c>az login</c>.</summary>
    Developer,
}
