using AzurePerf.Core.Settings;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Logging;

namespace AzurePerf.Hosting.Settings;

/// <summary>Settings that only the framework reads. What it says of a wrong one does not name the setting, and comes when half of the host
/// has started.</summary>
internal static class FrameworkSettings
{
    private const string LevelSection = "LogLevel";
    private const string Example = "http://127.0.0.1:5081";

    /// <exception cref="SettingsException">With every fault.</exception>
    public static void Check(WebApplicationBuilder builder)
    {
        var logging = builder.Configuration.GetSection("Logging");
        string[] faults =
        [
            .. Urls(builder.Configuration).Where(one => !IsUrl(one.Url))
                .Select(one => one.Url.Length == 0
                    ? $"{one.Setting} must be an address to listen on, such as {Example}"
                    : $"{one.Setting} has {one.Url}, which is no address to listen on such as {Example}"),
            .. logging.GetChildren().Prepend(logging).SelectMany(LevelsOf).Where(level => !IsLevel(level.Value))
                .Select(level => $"{level.Path} must be one of {string.Join(", ", Enum.GetNames<LogLevel>())}"),
        ];
        if (faults.Length > 0)
        {
            throw new SettingsException(faults);
        }
    }

    /// <summary>What is to be listened on, and which setting says so.</summary>
    public static IEnumerable<(string Setting, string Url)> Urls(IConfiguration configuration) =>
        (configuration[WebHostDefaults.ServerUrlsKey] ?? "")
            .Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Select(url => ("urls (--urls, ASPNETCORE_URLS)", url))
            .Concat(configuration.GetSection("Kestrel:Endpoints").GetChildren()
                .Select(endpoint => ($"{endpoint.Path}:Url", endpoint["Url"] ?? "")));

    private static bool IsUrl(string text)
    {
        try
        {
            var address = BindingAddress.Parse(text);
            return address.Scheme.ToUpperInvariant() is "HTTP" or "HTTPS" && address.Port is >= 0 and <= 65_535
                && address.PathBase.Length == 0 && (address.Port > 0 || !IsThisMachine(address.Host));
        }
        catch (FormatException)
        {
            return false;
        }
    }

    /// <summary>Listened on in both families, which cannot draw the same free port.</summary>
    private static bool IsThisMachine(string host) => host.Equals("localhost", StringComparison.OrdinalIgnoreCase)
        || host.EndsWith(".localhost", StringComparison.OrdinalIgnoreCase);

    /// <summary>Of all logs, or of those of one provider.</summary>
    private static IEnumerable<IConfigurationSection> LevelsOf(IConfigurationSection logging) =>
        logging.GetSection(LevelSection).GetChildren();

    /// <summary>Nothing stands for no level of its own.</summary>
    private static bool IsLevel(string? text) => string.IsNullOrEmpty(text) || Enum.TryParse<LogLevel>(text, ignoreCase: true, out _);
}
