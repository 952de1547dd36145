using AzurePerf.Core.Settings;
using Microsoft.Extensions.DependencyInjection;

namespace AzurePerf.Hosting.Settings;

/// <summary>Checks all groups of settings at once, so that an operator corrects them once.</summary>
internal static class SettingsCheck
{
    /// <summary>The effective settings of the host, in order of registration.</summary>
    /// <exception cref="SettingsException">With every fault of every group.</exception>
    public static IReadOnlyList<string> Effective(IServiceProvider services)
    {
        var groups = services.GetServices<SettingsGroup>().ToList();
        var faults = groups.SelectMany(group => group.Faults).ToList();
        return faults.Count == 0 ? [.. groups.SelectMany(group => group.Effective)] : throw new SettingsException(faults);
    }
}
