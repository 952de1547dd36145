namespace AzurePerf.Hosting.Shares;

/// <summary>What a host that makes links has to know of the settings of the web host, which opens them.</summary>
public sealed record ShareLinkOptions
{
    /// <summary>The section of the web host.</summary>
    public const string Section = "Web";

    /// <summary>What else is in it.</summary>
    public const string Port = "Port";

    /// <summary>Whom links to single pages open for.</summary>
    public ShareLinkAccess ShareLinks { get; set; } = ShareLinkAccess.SignedIn;
}

/// <summary>Whom links to single pages open for.</summary>
public enum ShareLinkAccess
{
    /// <summary>Nobody: none is made, and none that was made opens.</summary>
    Off,

    /// <summary>Anyone who has the link and can sign in here, with any scope.</summary>
    SignedIn,

    /// <summary>Anyone who has the link.</summary>
    Anyone,
}
