using System.ComponentModel.DataAnnotations;
using AzurePerf.Hosting.Shares;

namespace AzurePerf.Web;

/// <summary>Settings of the web host, section <c>Web</c>.</summary>
internal sealed record WebOptions
{
    public const string Section = ShareLinkOptions.Section;

    /// <summary>Port used when neither this setting nor any of ASP.NET Core's own names an address.</summary>
    public const int DefaultPort = 5080;

    /// <summary>The port on 127.0.0.1; 0 takes a free one. Wins over loopback addresses given in any other way.</summary>
    [Range(0, 65_535, ErrorMessage = "must be a port from 0 to 65535")]
    public int? Port { get; set; }

    /// <summary>Whom links to single pages open for.</summary>
    public ShareLinkAccess ShareLinks { get; set; } = ShareLinkAccess.SignedIn;
}
