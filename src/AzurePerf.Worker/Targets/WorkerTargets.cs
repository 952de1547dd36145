using AzurePerf.Core.Settings;
using AzurePerf.Core.Targets;
using AzurePerf.Probes.Targets;

namespace AzurePerf.Worker.Targets;

/// <summary>Every target that this worker can open: those that the operator configured, and the only one of each kind that nobody
/// configures.</summary>
internal sealed class WorkerTargets
{
    private readonly List<string> _faults = [];
    private readonly List<WorkerTarget> _configured = [];
    private readonly List<WorkerTarget> _all = [];

    /// <param name="accounts">What the operator configured.</param>
    /// <param name="drivers">Of all kinds that this worker knows.</param>
    /// <exception cref="SettingsException">A setting is wrong, or of a kind that this worker does not know; every fault is listed and no
    /// setting is repeated.</exception>
    public WorkerTargets(StorageAccounts accounts, IEnumerable<ITargetDriver> drivers)
    {
        var known = drivers.ToArray();
        foreach (var setting in accounts.Settings)
        {
            if (Array.Find(known, driver => driver.Kind.OnlyTarget is null && driver.Kind.IsCalled(setting.Kind)) is { } driver)
            {
                Read(driver, setting);
            }
            else
            {
                _faults.Add(
                    $"{setting.Variable} is of the kind {setting.Kind}, which cannot be configured here: this worker knows "
                        + string.Join(", ", known.Where(other => other.Kind.OnlyTarget is null).Select(other => other.Kind.Id)));
            }
        }

        if (_faults.Count > 0)
        {
            throw new SettingsException(_faults);
        }

        _all = [.. _configured, .. known.Where(driver => driver.Kind.OnlyTarget is not null).Select(OnlyOf)];
    }

    /// <summary>Those of the operator, by name.</summary>
    public IReadOnlyList<WorkerTarget> Configured => _configured;

    /// <summary>The target that a task works on.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="kind">The kind that its experiment takes; null for a task that takes any.</param>
    /// <exception cref="BadTaskException">There is none, or it is of another kind.</exception>
    public WorkerTarget Require(string name, TargetKind? kind)
    {
        var found = _all.Find(target => target.Name == name)
            ?? throw new BadTaskException(
                $"this worker has no target '{name}': its configuration names "
                    + $"{string.Join(", ", _configured.Select(target => target.Name))}");
        return kind is null || kind.Id == found.Kind.Id
            ? found
            : throw new BadTaskException(
                $"the experiment takes {kind.InWords}, but target '{name}' of this worker is {found.Kind.InWords}");
    }

    private void Read(ITargetDriver driver, TargetSetting setting)
    {
        try
        {
            _configured.Add(new(setting.Name, setting.Variable, driver, driver.Read(setting)));
        }
        catch (FormatException fault)
        {
            _faults.Add($"{setting.Variable} {fault.Message}");
        }
    }

    private static WorkerTarget OnlyOf(ITargetDriver driver)
    {
        var name = driver.Kind.OnlyTarget!;
        return new(name, "", driver, driver.Read(new(name, "", driver.Kind.Id, "")));
    }
}

/// <summary>A task that makes no sense to this build or this worker; repeating it cannot help.</summary>
internal sealed class BadTaskException : Exception
{
    public BadTaskException()
    {
    }

    public BadTaskException(string message)
        : base(message)
    {
    }

    public BadTaskException(string message, Exception innerException)
        : base(message, innerException)
    {
    }
}
