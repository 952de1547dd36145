namespace AzurePerf.Core.Targets;

/// <summary>The storage accounts that the operator names.</summary>
public static class AccountTarget
{
    public static TargetKind Kind { get; } = new("account", "a storage account");
}
