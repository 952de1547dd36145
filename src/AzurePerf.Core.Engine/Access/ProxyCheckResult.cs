namespace AzurePerf.Core.Access;

/// <summary>What became of identity headers that were sent to this host from outside, past whatever stands in front of it.</summary>
public enum ProxyCheckResult
{
    /// <summary>The request did not come back as it should; nothing is known.</summary>
    Unknown,

    /// <summary>They were taken away: whoever writes them stands in front.</summary>
    Removed,

    /// <summary>They came through: anybody could write them.</summary>
    Arrived,
}
