namespace AzurePerf.Core.Targets;

/// <summary>The target of runs that measure the worker's own machine. Nobody configures it, and it has no address.</summary>
public static class LocalTarget
{
    public const string Name = "local";
}
