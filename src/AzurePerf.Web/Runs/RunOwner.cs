namespace AzurePerf.Web.Runs;

/// <summary>Who submits runs.</summary>
internal static class RunOwner
{
    /// <summary>Whoever uses this machine: nobody signs in yet.</summary>
    public const string Local = "local";
}
