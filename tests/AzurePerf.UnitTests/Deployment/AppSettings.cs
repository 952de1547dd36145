using System.Reflection;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Control;
using AzurePerf.Hosting.Settings;
using AzurePerf.TaskManager;
using AzurePerf.UnitTests.Web;
using AzurePerf.Worker;
using Microsoft.Extensions.DependencyInjection;

namespace AzurePerf.UnitTests.Deployment;

/// <summary>The settings that each app reads, as configuration names them.</summary>
internal static class AppSettings
{
    public static IReadOnlyList<string> Apps { get; } = ["web", "taskmanager", "worker"];

    /// <summary>Settings of an app that are not in any options type.</summary>
    public static IReadOnlyList<string> OfEveryHost { get; } =
        [StorageAccounts.ControlVariable, StorageAccounts.ControlIdentityVariable, "OTEL_EXPORTER_OTLP_ENDPOINT", "Logging:Format", "ASPNETCORE_URLS"];

    public static async Task<IReadOnlyList<string>> OfAsync(string app)
    {
        var own = app switch
        {
            "web" => await OfWebAsync(),
            "taskmanager" => [.. Names<ControlOptions>("Control"), .. Names<EngineOptions>("Engine"), .. Names<TaskManagerOptions>("TaskManager")],
            _ => [.. Names<ControlOptions>("Control"), .. Names<EngineOptions>("Engine"), .. Names<WorkerOptions>("Worker"), StorageAccounts.TargetVariable, StorageAccounts.MeasuredIdentityVariable],
        };
        return [.. OfEveryHost, .. own];
    }

    private static IEnumerable<string> Names<T>(string section) => typeof(T).GetProperties(BindingFlags.Public | BindingFlags.Instance)
        .Where(property => property.SetMethod is not null).Select(property => $"{section}:{property.Name}");

    /// <summary>As the host itself shows its settings, those of every section that somebody adds included.</summary>
    private static async Task<string[]> OfWebAsync()
    {
        await using var web = new WebUnderTest();
        return [.. web.Services.GetServices<SettingsGroup>().SelectMany(group => group.Effective).Select(shown => shown.Split('=')[0]).Where(name => name.Contains(':', StringComparison.Ordinal))];
    }
}
