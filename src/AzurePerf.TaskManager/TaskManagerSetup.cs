using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Recovery;

namespace AzurePerf.TaskManager;

/// <summary>The TaskManager's own services.</summary>
internal static class TaskManagerSetup
{
    public static void AddTaskManager(this IServiceCollection services)
    {
        services.AddSingleton(provider => provider.GetRequiredService<EngineOptions>().Times());
        services.AddSingleton(provider => new RunDecisions(
            provider.GetRequiredService<EngineTimes>(), provider.GetRequiredService<TaskManagerOptions>().TaskTimeLimit));
        services.AddSingleton<RunRequests>();
        services.AddSingleton<RunSweep>();
        services.AddSingleton<Janitor>();
        services.AddSingleton<WorkerWatch>();
        services.AddSingleton<ExclusivityKeys>();
        services.AddSingleton<TaskMessages>();
        services.AddSingleton<RunConductor>();
        services.AddSingleton<RunCondemnation>();
        services.AddHostedService<TaskManagerService>();
    }
}
