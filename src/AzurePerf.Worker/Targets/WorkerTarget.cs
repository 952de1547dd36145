using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Targets;
using AzurePerf.Probes.Targets;

namespace AzurePerf.Worker.Targets;

/// <summary>A target that this worker can open, by its name.</summary>
/// <param name="name">As runs name it.</param>
/// <param name="driver">Of its kind.</param>
/// <param name="configured">As the driver read it.</param>
internal sealed class WorkerTarget(string name, ITargetDriver driver, IConfiguredTarget configured)
{
    public string Name => name;

    public TargetKind Kind => driver.Kind;

    public IOutcomeClassifier Outcomes => driver.Outcomes;

    public bool IsEmulator => configured.IsEmulator;

    public string Libraries => configured.Libraries;

    public IReadOnlyList<PointFlag> Flags => configured.Flags;

    public IOpenTarget Open(TargetOpening opening) => configured.Open(opening);
}
