namespace AzurePerf.Cli.Local;

/// <summary>Settings of hosts in an environment, which the hosts that are started there inherit.</summary>
internal static class HostVariables
{
    /// <summary>The variable that gives a setting, under its own name in any case.</summary>
    /// <param name="environment">Variables by name.</param>
    /// <param name="setting">Such as Access:Mode, which the variable Access__Mode gives.</param>
    /// <returns>Null where none does, or only spaces.</returns>
    public static (string Name, string Value)? Find(IReadOnlyDictionary<string, string> environment, string setting) => environment
        .Where(variable => variable.Key.Replace("__", ":", StringComparison.Ordinal).Equals(setting, StringComparison.OrdinalIgnoreCase)
            && !string.IsNullOrWhiteSpace(variable.Value))
        .Select(variable => ((string, string)?)(variable.Key, variable.Value))
        .FirstOrDefault();
}
