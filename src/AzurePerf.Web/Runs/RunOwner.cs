using AzurePerf.Web.Access;

namespace AzurePerf.Web.Runs;

/// <summary>Who submits runs.</summary>
internal static class RunOwner
{
    /// <summary>The name of whoever makes the request.</summary>
    public static string Of(HttpContext context) => context.Caller().Name;
}
