using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Targets;

namespace AzurePerf.Probes.Targets.Peer;

/// <summary>The network between two workers.</summary>
public sealed class PeerDriver : ITargetDriver
{
    public TargetKind Kind => PeerTarget.Kind;

    public IOutcomeClassifier Outcomes { get; } = new StorageOutcomes();

    public IConfiguredTarget Read(TargetSetting setting) => new Configured();

    private sealed class Configured : IConfiguredTarget
    {
        public IOpenTarget Open(TargetOpening opening) => new OpenPeer(opening.Answering);
    }
}

/// <summary>The way to the worker that answers, while a task measures it.</summary>
/// <param name="access">How to reach it; null in a task that does not.</param>
internal sealed class OpenPeer(PeerAccess? access) : IOpenTarget
{
    public PeerAccess Access => access ?? throw new InvalidOperationException("The probe talks to a peer, but its task has none.");

    public IReadOnlyList<PointFlag> Flags => access is { ThroughProxy: true } ? [PointFlag.ThroughProxy] : [];

    /// <summary>What the worker that answers made goes when it has ended.</summary>
    public bool KeepsResources => false;

    public void Dispose()
    {
    }
}
