using AzurePerf.Core.Probes;
using AzurePerf.Core.Targets;

namespace AzurePerf.Probes.Targets.Machine;

/// <summary>The worker's own processors, memory and disk.</summary>
/// <param name="diskDirectory">Folder on the disk under measurement, by the operator's choice.</param>
public sealed class MachineDriver(string diskDirectory) : ITargetDriver
{
    public TargetKind Kind => MachineTarget.Kind;

    public IOutcomeClassifier Outcomes { get; } = new StorageOutcomes();

    public IConfiguredTarget Read(TargetSetting setting) => new Configured(diskDirectory);

    private sealed class Configured(string diskDirectory) : IConfiguredTarget
    {
        public IOpenTarget Open(TargetOpening opening) => new OpenMachine(diskDirectory);
    }
}
