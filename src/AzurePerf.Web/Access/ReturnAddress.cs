namespace AzurePerf.Web.Access;

/// <summary>Where somebody goes back to, by an address that anybody may have written.</summary>
internal static class ReturnAddress
{
    /// <summary>A path of this site, in no writing that a browser takes for another one's address or that a header cannot hold; else the
    /// first page.</summary>
    public static string Of(string? address) =>
        address is ['/', ..] and not ['/', '/' or '\\', ..] && address.All(c => c is > ' ' and <= '~') ? address : "/";
}
