using AzurePerf.Hosting;
using AzurePerf.Hosting.Catalogue;
using AzurePerf.Hosting.Telemetry;
using AzurePerf.TaskManager;
using AzurePerf.TaskManager.Barrier;
using AzurePerf.Testing.Pipelines;
using AzurePerf.Worker;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;

namespace AzurePerf.TestProcess.Pipelines;

/// <summary>The programs of TaskManager and worker as they are, but for the line that adds a plug-in.</summary>
internal static class PlugInHosts
{
    public static Task<int> RunTaskManagerAsync(string[] args) => AzurePerfHost.RunAsync(
        "taskmanager",
        args,
        builder =>
        {
            builder.AddTaskManagerHost();
            builder.Services.AddSamplePipeline();
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
            builder.Services.AddSamplePipeline();
        },
        app => app.MapMetricsForThisMachine());

    /// <summary>The plug-in: its experiment and its works.</summary>
    private static void AddSamplePipeline(this IServiceCollection services)
    {
        services.AddExperiments([SamplePipeline.Definition]);
        services.AddTaskWork<DrawWork>();
        services.AddTaskWork<CutWork>();
        services.AddTaskWork<JoinWork>();
    }
}
