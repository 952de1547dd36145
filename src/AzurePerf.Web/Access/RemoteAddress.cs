namespace AzurePerf.Web.Access;

/// <summary>Where a request comes from, as the audit and the log have it.</summary>
internal static class RemoteAddress
{
    public static string Of(HttpContext context) => context.Connection.RemoteIpAddress switch
    {
        null => "unknown",
        { IsIPv4MappedToIPv6: true } mapped => mapped.MapToIPv4().ToString(),
        var address => address.ToString(),
    };
}
