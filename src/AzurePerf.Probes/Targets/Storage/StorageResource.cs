namespace AzurePerf.Probes.Targets.Storage;

/// <summary>The words for what runs create in an account and must remove afterwards.</summary>
public static class StorageResource
{
    /// <summary>A blob container with everything in it.</summary>
    public const string Container = "Container";

    /// <summary>A table with everything in it.</summary>
    public const string Table = "Table";

    /// <summary>A queue with everything in it.</summary>
    public const string Queue = "Queue";
}
