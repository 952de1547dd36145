namespace AzurePerf.Core.Access;

/// <summary>How a web host learns who calls it.</summary>
public enum AccessMode
{
    /// <summary>It listens on loopback only, and whoever uses the machine may do everything.</summary>
    Local,

    /// <summary>Every caller has a key.</summary>
    Keys,

    /// <summary>The environment in front of it signs people in; programs have keys.</summary>
    ContainerApps,
}
