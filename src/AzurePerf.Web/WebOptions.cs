using System.ComponentModel.DataAnnotations;

namespace AzurePerf.Web;

/// <summary>Settings of the web host, section <c>Web</c>.</summary>
internal sealed record WebOptions
{
    public const string Section = "Web";

    /// <summary>Port used when neither this setting nor any of ASP.NET Core's own names an address.</summary>
    public const int DefaultPort = 5080;

    /// <summary>The port on 127.0.0.1; 0 takes a free one. Wins over loopback addresses given in any other way.</summary>
    [Range(0, 65_535, ErrorMessage = "must be a port from 0 to 65535")]
    public int? Port { get; set; }

    /// <summary>Whom links to single pages open for.</summary>
    public ShareLinkAccess ShareLinks { get; set; } = ShareLinkAccess.SignedIn;
}

/// <summary>Whom links to single pages open for.</summary>
internal enum ShareLinkAccess
{
    /// <summary>Nobody: none is made, and none that was made opens.</summary>
    Off,

    /// <summary>Whoever has the link and is let in here, whatever the scope.</summary>
    SignedIn,

    /// <summary>Whoever has the link.</summary>
    Anyone,
}
