using AzurePerf.Hosting;
using AzurePerf.Hosting.Catalogue;
using AzurePerf.Hosting.Telemetry;
using AzurePerf.Probes;
using AzurePerf.TaskManager;
using AzurePerf.TaskManager.Barrier;
using AzurePerf.Testing.PlugIn;
using AzurePerf.Web;
using AzurePerf.Worker;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace AzurePerf.TestProcess;

/// <summary>The programs of web, TaskManager and worker as they are, but for the line that adds a plug-in.</summary>
internal static class PlugInHosts
{
    public static Task<int> RunWebAsync(string[] args) => AzurePerfHost.RunAsync(
        "web",
        args,
        builder =>
        {
            builder.AddWeb(args);
            builder.Services.AddPlugIn();
        },
        app => app.MapWeb());

    public static Task<int> RunTaskManagerAsync(string[] args) => AzurePerfHost.RunAsync(
        "taskmanager",
        args,
        builder =>
        {
            builder.AddTaskManagerHost();
            builder.Services.AddPlugIn();
        },
        app =>
        {
            app.MapBarrier();
            app.MapMetricsForThisMachine();
        });

    public static Task<int> RunWorkerAsync(string[] args) => AzurePerfHost.RunAsync(
        "worker",
        args,
        builder =>
        {
            builder.AddWorkerHost();
            builder.Services.AddPlugIn();
            builder.Services.AddPlugInOfWorkers();
        },
        app => app.MapMetricsForThisMachine());

    // recipe: registration
    /// <summary>What every host knows.</summary>
    private static void AddPlugIn(this IServiceCollection services)
    {
        services.AddTargetKinds([FolderTarget.Kind]);
        services.AddExperiments([FolderMixOptions.Definition, FolderLivesOptions.Definition, SamplePipeline.Definition]);
    }

    /// <summary>What only workers know.</summary>
    private static void AddPlugInOfWorkers(this IServiceCollection services)
    {
        services.AddTargetDriver(_ => new FolderDriver());
        services.AddProbes(
        [
            ProbeDefinition.Of<FolderMixOptions>("folder.mix", (options, scope) => new FolderMixProbe(options, scope)),
            ProbeDefinition.Of<FolderLivesOptions>("folder.lives", (options, scope) => new FolderLivesProbe(options, scope)),
        ]);
        services.AddTaskWork<DrawWork>();
        services.AddTaskWork<CutWork>();
        services.AddTaskWork<JoinWork>();
    }

    // end
}
