namespace Azure.Data.Tables.Accounts;

/// <summary>What the address of a table endpoint tells.</summary>
internal static class AccountAddress
{
    /// <summary>The account: first label of the host, or first path segment where the address names a machine (emulators).</summary>
    public static string AccountName(Uri endpoint)
    {
        if (endpoint.HostNameType is UriHostNameType.Dns && endpoint.Host.Contains('.', StringComparison.Ordinal))
        {
            return endpoint.Host[..endpoint.Host.IndexOf('.', StringComparison.Ordinal)];
        }

        return endpoint.Segments.Length > 1 ? endpoint.Segments[1].TrimEnd('/') : string.Empty;
    }

    /// <summary>The same address with a path that ends in a slash, so that relative paths can be appended.</summary>
    public static Uri WithTrailingSlash(Uri endpoint)
        => endpoint.AbsolutePath.EndsWith('/') ? endpoint : new Uri(endpoint.GetLeftPart(UriPartial.Path) + "/");
}
