using AzurePerf.Core.Access;
using AzurePerf.Core.Settings;

namespace AzurePerf.Web.Access;

/// <summary>The mode as the host needs it before its services exist: it decides where to listen.</summary>
internal static class AccessModeSetting
{
    /// <summary>Set by the environment in every container that Container Apps runs.</summary>
    public const string EnvironmentVariable = "CONTAINER_APP_NAME";

    /// <summary>Set there too: what follows the name of an app in its public host name.</summary>
    public const string SuffixVariable = "CONTAINER_APP_ENV_DNS_SUFFIX";

    private const string Setting = $"{AccessOptions.Section}:{nameof(AccessOptions.Mode)}";

    /// <exception cref="SettingsException">There is no such mode, or the headers that it believes could come from anybody.</exception>
    public static AccessMode Read(IConfiguration configuration)
    {
        var text = configuration[Setting];
        if (string.IsNullOrEmpty(text))
        {
            return AccessMode.Local;
        }

        if (!Enum.GetNames<AccessMode>().Contains(text, StringComparer.OrdinalIgnoreCase))
        {
            throw new SettingsException($"{Setting} must be local, keys or containerApps");
        }

        var mode = Enum.Parse<AccessMode>(text, ignoreCase: true);
        var missing = Array.Find([EnvironmentVariable, SuffixVariable], variable => string.IsNullOrEmpty(configuration[variable]));
        return mode != AccessMode.ContainerApps || missing is null
            ? mode
            : throw new SettingsException(
                $"{Setting} is containerApps, but {missing} is not set: outside of Container Apps anybody could send the headers that "
                    + $"this mode believes; use keys");
    }

    /// <summary>Where a container app is reached from outside. A host elsewhere reaches only itself there and is never asked.</summary>
    public static Uri PublicAddress(IConfiguration configuration) =>
        configuration[EnvironmentVariable] is { Length: > 0 } name && configuration[SuffixVariable] is { Length: > 0 } suffix
            ? new($"https://{name}.{suffix}")
            : new("https://localhost");
}
