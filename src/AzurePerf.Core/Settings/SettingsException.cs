namespace AzurePerf.Core.Settings;

/// <summary>What an operator has to correct before a process can start: one sentence per fault, none of them showing a secret.</summary>
public sealed class SettingsException : Exception
{
    public SettingsException(IReadOnlyList<string> faults)
        : base(string.Join(Environment.NewLine, faults)) => Faults = faults;

    public SettingsException(string fault)
        : this([fault])
    {
    }

    public IReadOnlyList<string> Faults { get; }
}
