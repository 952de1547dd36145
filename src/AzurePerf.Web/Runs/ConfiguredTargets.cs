using AzurePerf.Core.Settings;
using AzurePerf.Core.Targets;

namespace AzurePerf.Web.Runs;

/// <summary>Finds out which targets a run may measure.</summary>
internal static class ConfiguredTargets
{
    /// <summary>What the settings name; else the targets that stand in this host's own environment, as they do on one machine; else
    /// "default".</summary>
    /// <exception cref="SettingsException">A name is of a kind that this host does not know.</exception>
    public static TargetList Read(TargetOptions options, StorageAccounts accounts, IReadOnlyList<TargetKind> kinds)
    {
        string[] names = options.Names switch
        {
            { Length: > 0 } given => given,
            _ when accounts.Settings.Count > 0 => [.. accounts.Settings.Select(setting => $"{setting.Kind}:{setting.Name}")],
            _ => [TargetList.Default],
        };
        try
        {
            return TargetList.Read(names, kinds);
        }
        catch (FormatException fault)
        {
            throw new SettingsException($"{TargetOptions.Section}:{nameof(TargetOptions.Names)}: {fault.Message}");
        }
    }
}

/// <summary>The targets that a run may measure, section <c>Targets</c>. This host knows their names only: what opens them is the workers'
/// business.</summary>
internal sealed class TargetOptions
{
    public const string Section = "Targets";

    /// <summary>Names as in the workers' AZUREPERF_TARGET_NAME, in lower case; AZUREPERF_TARGET alone is "default". A target of another
    /// kind than the first has the kind before it, as in "folder:west".</summary>
    /// <value>1 to 40 lower-case letters, digits, dashes and underscores each, a letter first; see <see cref="ConfiguredTargets"/> for
    /// none.</value>
    [TargetNameList]
    public string[] Names { get; set; } = [];
}
