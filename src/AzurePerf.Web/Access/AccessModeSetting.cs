using AzurePerf.Core.Access;
using AzurePerf.Core.Settings;

namespace AzurePerf.Web.Access;

/// <summary>The mode as the host needs it before its services exist: it decides where to listen.</summary>
internal static class AccessModeSetting
{
    /// <summary>Set by the environment in every container that Container Apps runs.</summary>
    public const string EnvironmentVariable = "CONTAINER_APP_NAME";

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
        return mode != AccessMode.ContainerApps || !string.IsNullOrEmpty(configuration[EnvironmentVariable])
            ? mode
            : throw new SettingsException(
                $"{Setting} is containerApps, but {EnvironmentVariable} is not set: outside of Container Apps anybody could send the headers that this mode believes; use keys");
    }
}
