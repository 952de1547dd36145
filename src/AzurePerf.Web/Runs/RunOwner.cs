namespace AzurePerf.Web.Runs;

/// <summary>Who submits runs.</summary>
internal static class RunOwner
{
    /// <summary>Whoever uses this machine: nobody signs in yet.</summary>
    public const string Local = "local";

    /// <summary>The name of whoever makes the request.</summary>
    public static string Of(HttpContext context) => context.User.Identity?.Name ?? Local;
}
