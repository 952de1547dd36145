using AzurePerf.Core.Measurements;

namespace AzurePerf.Probes.Targets;

/// <summary>A target that this worker can open, as its settings say.</summary>
public interface IConfiguredTarget
{
    /// <summary>True where results come from an emulator: mechanics, not a cloud.</summary>
    bool IsEmulator => false;

    /// <summary>What every point in the target is flagged with.</summary>
    IReadOnlyList<PointFlag> Flags => [];

    /// <summary>Opens it for one task. Connects to nothing yet.</summary>
    IOpenTarget Open(TargetOpening opening);
}
