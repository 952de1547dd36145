using AzurePerf.Core.Probes;
using AzurePerf.Core.Targets;

namespace AzurePerf.Probes.Targets;

/// <summary>What a worker knows of a kind of target: everything that only this kind does. One folder each, and one line that registers it.</summary>
public interface ITargetDriver
{
    /// <summary>The kind, as every host knows it. Experiments name it, and the worker finds the driver by its word.</summary>
    TargetKind Kind { get; }

    /// <summary>Turns what operations on targets of the kind throw into outcomes.</summary>
    IOutcomeClassifier Outcomes { get; }

    /// <summary>Reads and checks what the operator said of a target, without going there. Of a kind that nobody configures it is asked once, for its only target.</summary>
    /// <exception cref="FormatException">It is wrong. The message goes on after the name of the variable, and repeats no secret.</exception>
    IConfiguredTarget Read(TargetSetting setting);
}
