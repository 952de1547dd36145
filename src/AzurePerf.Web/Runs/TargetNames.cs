namespace AzurePerf.Web.Runs;

/// <summary>Names of the accounts that a run may measure; their addresses are the workers' business.</summary>
internal sealed record TargetNames(IReadOnlyList<string> All);
