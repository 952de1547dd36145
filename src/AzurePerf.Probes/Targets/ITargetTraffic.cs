using AzurePerf.Core.Targets;

namespace AzurePerf.Probes.Targets;

/// <summary>The requests that one task makes to a target, so that its silence is noticed. Read at any time, from any thread.</summary>
public interface ITargetTraffic
{
    /// <summary>What became of all requests so far, those of set-up included.</summary>
    RequestCounts Requests { get; }

    /// <summary>Where the latest request went, as host:port; empty before the first.</summary>
    string LatestAddress { get; }

    /// <summary>Whether any connection was made.</summary>
    bool HasConnected { get; }
}
