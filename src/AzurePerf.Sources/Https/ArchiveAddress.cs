namespace AzurePerf.Sources.Https;

/// <summary>Which addresses may be asked, and which of them may see the token.</summary>
internal sealed class ArchiveAddress
{
    private readonly Uri _base;
    private readonly HashSet<string> _named;

    /// <param name="settings">Checked settings.</param>
    public ArchiveAddress(ArchiveSettings settings)
    {
        _base = settings.BaseAddress.AbsolutePath.EndsWith('/') ? settings.BaseAddress : new(settings.BaseAddress.AbsoluteUri + "/");
        _named = settings.RedirectHosts.Select(HostOf).ToHashSet(StringComparer.OrdinalIgnoreCase);
    }

    /// <param name="path">Path and query without a leading slash, filled in by <see cref="PathTemplate"/>.</param>
    public Uri Of(string path) => new(_base.AbsoluteUri + path);

    /// <summary>True for the operator's own archive only: scheme, host and port are those of the base address.</summary>
    public bool MaySeeToken(Uri address) => address.Scheme == _base.Scheme && IsSameHost(address, _base);

    /// <summary>Whether a redirect may be followed: to the archive itself or a named host, never from https to http.</summary>
    public bool MayBeAsked(Uri address) =>
        address.UserInfo.Length == 0
        && (MaySeeToken(address)
            || (_named.Contains(HostOf(address))
                && (address.Scheme == Uri.UriSchemeHttps || (_base.Scheme == Uri.UriSchemeHttp && IsPlainLoopback(address)))));

    public static IEnumerable<string> ErrorsOf(Uri address)
    {
        if (!address.IsAbsoluteUri || !(address.Scheme == Uri.UriSchemeHttps || IsPlainLoopback(address)))
            yield return "BaseAddress must be an absolute https address, or http of a loopback address.";
        else if (address.UserInfo.Length > 0 || address.Query.Length > 0 || address.Fragment.Length > 0)
            yield return "BaseAddress must have no user, query or fragment: the token is given apart.";
    }

    /// <summary>Whether the text is a host with or without a port, and nothing else.</summary>
    public static bool IsHost(string text) =>
        Uri.TryCreate("https://" + text, UriKind.Absolute, out var address)
        && address is { AbsolutePath: "/", Query.Length: 0, Fragment.Length: 0, UserInfo.Length: 0 }
        && !text.Contains('/') && !text.Contains('\\') && text.Trim().Length == text.Length;

    private static bool IsPlainLoopback(Uri address) => address.Scheme == Uri.UriSchemeHttp && address.IsLoopback;

    private static bool IsSameHost(Uri one, Uri other) =>
        one.Port == other.Port && string.Equals(one.IdnHost, other.IdnHost, StringComparison.OrdinalIgnoreCase);

    private static string HostOf(string host) => HostOf(new Uri("https://" + host));

    private static string HostOf(Uri address) => FormattableString.Invariant($"{address.IdnHost}:{address.Port}");
}
