namespace AzurePerf.Core.Access;

/// <summary>What a request shows of who makes it, and what it asks for.</summary>
public sealed record AccessFacts
{
    public required AccessMode Mode { get; init; }

    /// <summary>What the caller must be allowed to do; null for what is open to everybody.</summary>
    public required AccessScope? Needed { get; init; }

    /// <summary>The key in the Authorization header; null without one.</summary>
    public KeyCheck? Key { get; init; }

    /// <summary>The key that the cookie of a sign-in stands for; null without one.</summary>
    public KeyCheck? Session { get; init; }

    /// <summary>Whom the headers of the environment name; null for nobody. Looked at in one mode only.</summary>
    public Principal? Principal { get; init; }

    /// <summary>Whether whoever stands in front takes such headers away from requests that bring them along; see
    /// <see cref="ProxyTrust"/>.</summary>
    public bool IsProxyTrusted { get; init; }

    public PrincipalRules Rules { get; init; } = new([], null);
}

/// <summary>How a web host learns who calls it.</summary>
public enum AccessMode
{
    /// <summary>It listens on loopback only, and whoever uses the machine may do everything.</summary>
    Local,

    /// <summary>Every caller has a key.</summary>
    Keys,

    /// <summary>The environment in front of it signs people in; programs have keys.</summary>
    ContainerApps,
}
