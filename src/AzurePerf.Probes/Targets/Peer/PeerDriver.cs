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
