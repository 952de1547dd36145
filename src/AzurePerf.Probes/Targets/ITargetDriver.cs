using AzurePerf.Core.Measurements;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Settings;
using AzurePerf.Core.Targets;

namespace AzurePerf.Probes.Targets;

/// <summary>What a worker knows of a kind of target: everything that only this kind does. One folder each, and one line that registers
/// it.</summary>
public interface ITargetDriver
{
    /// <summary>The kind, as every host knows it. Experiments name it, and the worker finds the driver by its word.</summary>
    TargetKind Kind { get; }

    /// <summary>Turns what operations on targets of the kind throw into outcomes.</summary>
    IOutcomeClassifier Outcomes { get; }

    /// <summary>Reads and checks what the operator said of a target, without going there. Of a kind that nobody configures it is asked
    /// once, for its only target.</summary>
    /// <exception cref="FormatException">It is wrong. The message goes on after the name of the variable, and repeats no
    /// secret.</exception>
    IConfiguredTarget Read(TargetSetting setting);
}

/// <summary>A target that this worker can open, as its settings say.</summary>
public interface IConfiguredTarget
{
    /// <summary>True where results come from an emulator: mechanics, not a cloud.</summary>
    bool IsEmulator => false;

    /// <summary>What every point in the target is flagged with.</summary>
    IReadOnlyList<PointFlag> Flags => [];

    /// <summary>Names and versions of the client libraries that its requests go through.</summary>
    string Libraries => ClientLibraries.Versions;

    /// <summary>What the operator must change so that this does not happen again, as a clause that goes on after the name of the setting;
    /// null where the exception says enough.</summary>
    /// <param name="failure">What the target threw while something was set up in it.</param>
    string? AdviceOn(Exception failure) => null;

    /// <summary>Opens it for one task. Connects to nothing yet.</summary>
    IOpenTarget Open(TargetOpening opening);
}

/// <summary>A target while one task works on it; disposed after the task, with every connection. What probes of the kind need, its class
/// has.</summary>
public interface IOpenTarget : IDisposable
{
    /// <summary>The requests to it; null where none are made, or nobody counts them.</summary>
    ITargetTraffic? Traffic => null;

    /// <summary>Settings of the measured clients, which are all alike; null where they have none. Asked only where there is at least one
    /// client.</summary>
    ClientSettings? ClientSettings => null;

    /// <summary>Settings of the service in force, by name, which are stored with the point; null where none are known. No secrets. Read
    /// after its last operation, like the next two.</summary>
    IReadOnlyDictionary<string, string>? ServiceSettings => null;

    /// <summary>What the point is flagged with.</summary>
    IReadOnlyList<PointFlag> Flags => [];

    /// <summary>What a reader of each point should know, in clauses without a full stop.</summary>
    IReadOnlyList<string> Notes => [];

    /// <summary>False where no point leaves anything that must be taken out of the target.</summary>
    bool KeepsResources => true;

    /// <summary>Returns when the target has answered once, with sign-in: a failure names its cause at once.</summary>
    /// <exception cref="SettingsException">It answers, but cannot be measured as it is set; the message names the setting.</exception>
    Task CheckAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Removes what a run registered, with everything in it. Repeatable: what is gone, or going, is removed.</summary>
    /// <param name="resource">The word for what it is, which the probes of the kind registered it by.</param>
    /// <param name="name">Its name.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="NotSupportedException">Targets of the kind keep no such resources.</exception>
    Task RemoveAsync(string resource, string name, CancellationToken cancellationToken) =>
        throw new NotSupportedException($"the target keeps no resources, but a {resource} was registered: {name}");
}

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
