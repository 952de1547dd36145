namespace AzurePerf.Core.Targets;

/// <summary>A target that a run may name.</summary>
/// <param name="Name">As in a run request.</param>
/// <param name="Kind">What it is; null where only the workers know.</param>
public sealed record TargetEntry(string Name, TargetKind? Kind);
