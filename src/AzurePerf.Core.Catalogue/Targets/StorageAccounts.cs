using System.Diagnostics.CodeAnalysis;
using AzurePerf.Core.Settings;

namespace AzurePerf.Core.Targets;

/// <summary>
/// The accounts one installation works with: the control account, where runs and results are kept, and the named targets that
/// are measured. A target in the control account would disturb what it measures, so that is refused unless it is asked for.
/// </summary>
public sealed class StorageAccounts
{
    public const string ControlVariable = "AZUREPERF_CONTROL";

    /// <summary>Names the target "default"; with _NAME behind it, the target "name".</summary>
    public const string TargetVariable = "AZUREPERF_TARGET";

    /// <summary>"1" allows targets in the control account.</summary>
    public const string SameAccountVariable = "AZUREPERF_SAME_ACCOUNT";

    /// <summary>Client id of the managed identity for the control account; absent outside the cloud.</summary>
    public const string ControlIdentityVariable = "AZUREPERF_CONTROL_IDENTITY";

    /// <summary>Client id of the managed identity for all measured accounts. It is another one, so that a probe can never reach the control
    /// account.</summary>
    public const string MeasuredIdentityVariable = "AZUREPERF_MEASURED_IDENTITY";

    public const string DefaultTarget = "default";

    internal StorageAccounts(
        StorageAccountAddress control, IReadOnlyDictionary<string, StorageAccountAddress> targets, IReadOnlyList<TargetSetting> settings)
    {
        Settings = settings;
        Control = control;
        Targets = targets;
    }

    public StorageAccountAddress Control { get; }

    /// <summary>Client id of the managed identity for all that is measured; null outside the cloud.</summary>
    public string? MeasuredIdentity { get; internal init; }

    /// <summary>All targets that the operator configured, whatever their kind, by name; none in hosts that measure nothing: only workers
    /// hold what opens a target.</summary>
    public IReadOnlyList<TargetSetting> Settings { get; }

    /// <summary>Those that are accounts, by name in lower case.</summary>
    public IReadOnlyDictionary<string, StorageAccountAddress> Targets { get; }

    /// <summary>True when measuring this target also loads the control account; such points are flagged.</summary>
    public bool SharesControlAccount(string target) => Control.IsSameAccountAs(Targets[target]);

    /// <summary>Reads the variables above out of all that are given; others are left alone.</summary>
    /// <exception cref="SettingsException">Something is missing or wrong; every fault is listed and no value is repeated.</exception>
    public static StorageAccounts Read(IEnumerable<KeyValuePair<string, string?>> variables, bool needsTarget = true) =>
        TryRead(variables, needsTarget, out var accounts, out var faults) ? accounts : throw new SettingsException(faults);

    /// <summary>As <see cref="Read"/>, with the faults as a value.</summary>
    public static bool TryRead(
        IEnumerable<KeyValuePair<string, string?>> variables,
        bool needsTarget,
        [NotNullWhen(true)] out StorageAccounts? accounts,
        out IReadOnlyList<string> faults)
    {
        var reader = new StorageAccountsReader(variables, needsTarget);
        accounts = reader.Read();
        faults = reader.Faults;
        return accounts is not null;
    }
}
