using AzurePerf.Core.Targets;
using AzurePerf.Hosting.Settings;
using AzurePerf.Hosting.Telemetry;
using AzurePerf.TaskManager;
using AzurePerf.UnitTests.Web;
using AzurePerf.Worker;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace AzurePerf.UnitTests.Deployment;

/// <summary>The settings that each app reads, as configuration names them.</summary>
internal static class AppSettings
{
    public static IReadOnlyList<string> Apps { get; } = ["web", "taskmanager", "worker"];

    /// <summary>Settings of an app that are not in any options type.</summary>
    public static IReadOnlyList<string> OfEveryHost { get; } =
        [StorageAccounts.ControlVariable, StorageAccounts.ControlIdentityVariable, TelemetrySetup.EndpointVariable, TelemetrySetup.ProtocolVariable, TelemetrySetup.InsightsVariable, "Logging:Format", "ASPNETCORE_URLS"];

    public static async Task<IReadOnlyList<string>> OfAsync(string app)
    {
        var own = app switch
        {
            "web" => await OfWebAsync(),
            "taskmanager" => await OfAsync(builder => builder.AddTaskManagerHost()),
            _ => [.. await OfAsync(builder => builder.AddWorkerHost()), StorageAccounts.TargetVariable, StorageAccounts.MeasuredIdentityVariable],
        };
        return [.. OfEveryHost, .. own];
    }

    private static async Task<string[]> OfWebAsync()
    {
        await using var web = new WebUnderTest();
        return Shown(web.Services);
    }

    private static async Task<string[]> OfAsync(Action<WebApplicationBuilder> configure)
    {
        var builder = WebApplication.CreateBuilder();
        configure(builder);
        await using var host = builder.Build();
        return Shown(host.Services);
    }

    /// <summary>As the host itself shows its settings, those of every section that somebody adds included.</summary>
    private static string[] Shown(IServiceProvider services) =>
        [.. services.GetServices<SettingsGroup>().SelectMany(group => group.Effective).Select(shown => shown.Split('=')[0]).Where(name => name.Contains(':', StringComparison.Ordinal))];
}
