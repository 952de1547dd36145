using System.Globalization;

namespace AzurePerf.Cli.Api;

/// <summary>Addresses of the next page of a list.</summary>
internal static class NextPage
{
    private const string Limit = "limit=";

    /// <summary>The address with another limit, so that a list ends where its reader wants and its own next page begins there.</summary>
    /// <param name="address">As the API gave it.</param>
    /// <param name="limit">How many entries the page has at most.</param>
    public static string Of(string address, int limit)
    {
        var parts = address.Split('?', 2);
        var kept = parts.Length < 2
            ? []
            : parts[1].Split('&').Where(part => part.Length > 0 && !part.StartsWith(Limit, StringComparison.Ordinal));
        return parts[0] + "?" + string.Join('&', [Limit + limit.ToString(CultureInfo.InvariantCulture), .. kept]);
    }
}
