using AzurePerf.Core.Targets;

namespace AzurePerf.Web.Runs;

/// <summary>Names of the accounts that a run may measure.</summary>
internal sealed record TargetNames(IReadOnlyList<string> All)
{
    /// <summary>What the settings name; else the targets that stand in this host's own environment, as they do on one machine; else "default".</summary>
    public static TargetNames From(TargetOptions options, StorageAccounts accounts) => new(options.Names switch
    {
        { Length: > 0 } names => names,
        _ when accounts.Targets.Count > 0 => [.. accounts.Targets.Keys],
        _ => [StorageAccounts.DefaultTarget],
    });
}
