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

/// <summary>The worker's own machine while a task measures it.</summary>
/// <param name="diskDirectory">Folder on the disk under measurement.</param>
internal sealed class OpenMachine(string diskDirectory) : IOpenTarget
{
    public string DiskDirectory => diskDirectory;

    /// <summary>Files on the disk go with the probe that made them.</summary>
    public bool KeepsResources => false;

    public void Dispose()
    {
    }
}
