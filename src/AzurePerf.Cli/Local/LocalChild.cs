namespace AzurePerf.Cli.Local;

/// <summary>One of the processes of a local cluster.</summary>
/// <param name="Name">Such as "web", "worker-1" or "azurite-target".</param>
public sealed record LocalChild(string Name, int ProcessId);
