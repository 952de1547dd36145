using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Targets;
using AzurePerf.Probes.Targets;

namespace AzurePerf.Worker.Targets;

/// <summary>A target that this worker can open, by its name.</summary>
/// <param name="name">As runs name it.</param>
/// <param name="variable">The setting that it was read from; empty where nobody configures it.</param>
/// <param name="driver">Of its kind.</param>
/// <param name="configured">As the driver read it.</param>
internal sealed class WorkerTarget(string name, string variable, ITargetDriver driver, IConfiguredTarget configured)
{
    public string Name => name;

    /// <summary>The setting that it was read from.</summary>
    public string Variable => variable;

    public TargetKind Kind => driver.Kind;

    public IOutcomeClassifier Outcomes => driver.Outcomes;

    public bool IsEmulator => configured.IsEmulator;

    public string Libraries => configured.Libraries;

    public IReadOnlyList<PointFlag> Flags => configured.Flags;

    /// <summary>What the operator must change, in a clause that names the setting; null where the exception says enough.</summary>
    public string? AdviceOn(Exception failure) => configured.AdviceOn(failure) is { } advice ? $"{variable} {advice}" : null;

    public IOpenTarget Open(TargetOpening opening) => configured.Open(opening);
}
