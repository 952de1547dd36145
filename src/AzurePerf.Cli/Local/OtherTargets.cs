using AzurePerf.Core.Targets;
using AzurePerf.Core.Targets.Sql;

namespace AzurePerf.Cli.Local;

/// <summary>Targets that are no storage accounts, as the operator said them: what they are, only a worker knows.</summary>
/// <param name="Settings">In the order of their names; they may hold secrets.</param>
/// <param name="MeasuredIdentity">Client id of the managed identity that signs in to them; null for none.</param>
public sealed record OtherTargets(IReadOnlyList<TargetSetting> Settings, string? MeasuredIdentity)
{
    public static OtherTargets None { get; } = new([], null);

    /// <summary>True where a database is among them.</summary>
    internal bool HasDatabase => Settings.Any(target => SqlTarget.Kind.IsCalled(target.Kind));

    internal static OtherTargets Of(StorageAccounts accounts) =>
        new([.. accounts.Settings.Where(setting => !accounts.Targets.ContainsKey(setting.Name))], accounts.MeasuredIdentity);

    /// <summary>Without the settings.</summary>
    public override string ToString() => string.Join(", ", Settings);

    /// <summary>Adds what a worker reads them from.</summary>
    /// <param name="variables">Of its environment.</param>
    internal void AddTo(IDictionary<string, string> variables)
    {
        foreach (var setting in Settings)
        {
            variables[setting.Variable] = $"{setting.Kind}:{setting.Text}";
        }

        if (Settings.Count > 0 && MeasuredIdentity is { } clientId)
        {
            variables[StorageAccounts.MeasuredIdentityVariable] = clientId;
        }
    }
}
