namespace AzurePerf.Core.Targets;

/// <summary>Collects every fault of the account variables instead of stopping at the first.</summary>
internal sealed class StorageAccountsReader(IEnumerable<KeyValuePair<string, string?>> variables, bool needsTarget)
{
    private const string NamedTarget = StorageAccounts.TargetVariable + "_";
    private readonly List<string> _faults = [];
    private readonly SortedDictionary<string, TargetSetting> _settings = new(StringComparer.Ordinal);

    public IReadOnlyList<string> Faults => _faults;

    public StorageAccounts? Read()
    {
        var given = variables
            .Where(variable => !string.IsNullOrWhiteSpace(variable.Value))
            .GroupBy(variable => variable.Key.ToUpperInvariant())
            .ToDictionary(group => group.Key, group => group.First().Value!, StringComparer.Ordinal);
        var (controlIdentity, measuredIdentity) = ReadIdentities(given);
        var control = ReadControl(given, controlIdentity);
        var targets = ReadTargets(given, measuredIdentity);
        var sameAllowed = ReadSameAccount(given);
        if (control is not null && !sameAllowed)
        {
            RefuseSharedAccounts(control, targets);
        }

        return _faults.Count == 0 ? new(control!, targets, [.. _settings.Values]) { MeasuredIdentity = measuredIdentity } : null;
    }

    private (string? Control, string? Measured) ReadIdentities(Dictionary<string, string> given)
    {
        var control = ReadIdentity(given, StorageAccounts.ControlIdentityVariable);
        var measured = ReadIdentity(given, StorageAccounts.MeasuredIdentityVariable);
        if (control is not null && control == measured)
        {
            _faults.Add(
                $"{StorageAccounts.ControlIdentityVariable} and {StorageAccounts.MeasuredIdentityVariable} are the same identity: what "
                    + $"measures must not reach the control account");
        }

        return (control, measured);
    }

    private string? ReadIdentity(Dictionary<string, string> given, string variable)
    {
        if (!given.TryGetValue(variable, out var text))
        {
            return null;
        }

        if (!Guid.TryParseExact(text.Trim(), "D", out var clientId))
        {
            _faults.Add($"{variable} must be the client id of a managed identity, such as 11111111-2222-3333-4444-555555555555");
            return null;
        }

        return clientId.ToString("D");
    }

    private StorageAccountAddress? ReadControl(Dictionary<string, string> given, string? identity)
    {
        if (given.TryGetValue(StorageAccounts.ControlVariable, out var text))
        {
            return Parse(StorageAccounts.ControlVariable, text, identity);
        }

        _faults.Add(
            $"{StorageAccounts.ControlVariable} is not set: give a storage connection string or an account URI of the account that keeps "
                + $"runs and results");
        return null;
    }

    private SortedDictionary<string, StorageAccountAddress> ReadTargets(Dictionary<string, string> given, string? identity)
    {
        var targets = new SortedDictionary<string, StorageAccountAddress>(StringComparer.Ordinal);
        var any = false;
        foreach (var (variable, text) in given.OrderBy(variable => variable.Key, StringComparer.Ordinal))
        {
            if (variable == StorageAccounts.TargetVariable || variable.StartsWith(NamedTarget, StringComparison.Ordinal))
            {
                any = true;
                AddTarget(targets, variable, text, identity);
            }
        }

        if (!any && needsTarget)
        {
            _faults.Add(
                $"{StorageAccounts.TargetVariable} is not set: give a storage connection string or an account URI "
                    + "of the account to measure");
        }

        return targets;
    }

    private void AddTarget(SortedDictionary<string, StorageAccountAddress> targets, string variable, string text, string? identity)
    {
        var name = variable == StorageAccounts.TargetVariable
            ? StorageAccounts.DefaultTarget
            : variable[NamedTarget.Length..].ToLowerInvariant();
        if (name.Length is 0 or > 40 || !name.All(c => char.IsAsciiLetterOrDigit(c) || c == '_')
            || name.Contains("__", StringComparison.Ordinal))
        {
            _faults.Add($"{variable} names no target: what follows {NamedTarget} must be 1 to 40 letters, digits and single underscores");
        }
        else if (_settings.ContainsKey(name))
        {
            _faults.Add($"{variable} and {StorageAccounts.TargetVariable} both name the target \"{name}\": set one of them");
        }
        else
        {
            // An account is read here, with that of the control plane; what another kind takes, only its driver knows.
            var setting = TargetSetting.WithKind(name, variable, text) ?? new(name, variable, AccountTarget.Kind.Id, text);
            _settings.Add(name, setting);
            if (setting.Kind == AccountTarget.Kind.Id && Parse(variable, setting.Text, identity) is { } address)
            {
                targets.Add(name, address);
            }
        }
    }

    private bool ReadSameAccount(Dictionary<string, string> given)
    {
        if (!given.TryGetValue(StorageAccounts.SameAccountVariable, out var text) || text == "0")
        {
            return false;
        }

        if (text != "1")
        {
            _faults.Add($"{StorageAccounts.SameAccountVariable} must be 0 or 1");
        }

        return true;
    }

    private void RefuseSharedAccounts(StorageAccountAddress control, SortedDictionary<string, StorageAccountAddress> targets)
    {
        foreach (var (name, _) in targets.Where(target => control.IsSameAccountAs(target.Value)))
        {
            _faults.Add($"target \"{name}\" is the control account, which would disturb what is measured: give another account, "
                + $"or allow it with {StorageAccounts.SameAccountVariable}=1 (--same-account), which flags every point");
        }
    }

    private StorageAccountAddress? Parse(string variable, string text, string? identity)
    {
        try
        {
            var address = StorageAccountAddress.Parse(text);
            return identity is null ? address : address.WithIdentity(identity);
        }
        catch (FormatException fault)
        {
            _faults.Add($"{variable} {fault.Message}");
            return null;
        }
    }
}
