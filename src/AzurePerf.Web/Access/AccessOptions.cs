using System.ComponentModel.DataAnnotations;
using AzurePerf.Core.Access;

namespace AzurePerf.Web.Access;

/// <summary>Who may do what, section <c>Access</c>.</summary>
internal sealed class AccessOptions
{
    public const string Section = "Access";
    private const int DefaultSubmitsPerMinute = 60;
    private const int DefaultReadsPerMinute = 600;

    /// <summary>How callers are known.</summary>
    public AccessMode Mode { get; set; } = AccessMode.Local;

    /// <summary>Host names that are served; empty serves every name. In local mode only those of the machine itself are, whatever stands
    /// here.</summary>
    public string[] AllowedHosts { get; set; } = [];

    /// <summary>Object ids or names of principals that may do everything; for the mode ContainerApps.</summary>
    public string[] Admins { get; set; } = [];

    /// <summary>What a principal without an app role may do; null for nothing.</summary>
    public AccessScope? WithoutRole { get; set; }

    /// <summary>Whether a proxy in front says from where and over which protocol a request came. The mode ContainerApps always has
    /// one.</summary>
    public bool TrustForwardedHeaders { get; set; }

    /// <summary>Whether what the nearest proxy says of a request is believed.</summary>
    public bool BelievesProxy => TrustForwardedHeaders || Mode == AccessMode.ContainerApps;

    /// <summary>Changes that each caller may ask for in a minute; 0 for any number; null for 60, and any number in local mode.</summary>
    [Range(0, 1_000_000)]
    public int? SubmitsPerMinute { get; set; }

    /// <summary>Other requests that each caller may make in a minute; 0 for any number; null for 600, and any number in local
    /// mode.</summary>
    [Range(0, 1_000_000)]
    public int? ReadsPerMinute { get; set; }

    /// <summary>The limit that holds; null for none.</summary>
    public int? SubmitLimit => Limit(SubmitsPerMinute, DefaultSubmitsPerMinute);

    /// <summary>The limit that holds; null for none.</summary>
    public int? ReadLimit => Limit(ReadsPerMinute, DefaultReadsPerMinute);

    private int? Limit(int? given, int otherwise) => given switch
    {
        0 => null,
        null => Mode == AccessMode.Local ? null : otherwise,
        _ => given,
    };
}
