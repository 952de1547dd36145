namespace AzurePerf.Web.Runs;

/// <summary>What a cancelled run gives as its reason.</summary>
internal static class RunCancellationReason
{
    public const string ByUser = "cancelled by its user";
}
