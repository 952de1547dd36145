using AzurePerf.Core.Api;
using AzurePerf.Core.Metrics;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Control;
using AzurePerf.Hosting.Settings;
using AzurePerf.Hosting.Telemetry;
using AzurePerf.TaskManager.Bags;
using AzurePerf.TaskManager.Barrier;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Kinds;
using AzurePerf.TaskManager.Metrics;
using AzurePerf.TaskManager.Planning;
using AzurePerf.TaskManager.Recovery;
using AzurePerf.TaskManager.Schedules;
using AzurePerf.TaskManager.Workers;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace AzurePerf.TaskManager;

/// <summary>The TaskManager's own services.</summary>
internal static class TaskManagerSetup
{
    /// <summary>The whole host: its settings, the control plane and the services.</summary>
    public static void AddTaskManagerHost(this WebApplicationBuilder builder)
    {
        builder.AddControlPlane();
        builder.AddHostOptions<EngineOptions>("Engine");
        builder.AddHostOptions<TaskManagerOptions>("TaskManager");
        builder.Services.AddScrapedMetrics();
        builder.Services.AddTaskManager();
    }

    public static void AddTaskManager(this IServiceCollection services)
    {
        services.AddSingleton(provider => provider.GetRequiredService<EngineOptions>().Times());
        services.TryAddSingleton(EngineMeter.Shared);
        services.AddSingleton<RunGauges>();
        services.AddSingleton<PoolGauges>();
        services.AddSingleton<PoolReport>();
        services.AddSingleton<ExecutionCounter>();
        services.AddSingleton<RunStages>();
        services.AddSingleton<RunDecisions>();
        services.AddSingleton<Leadership.Leadership>();
        services.AddSingleton<RunRequests>();
        services.AddSingleton<RunSweep>();
        services.AddSingleton<Janitor>();
        services.AddSingleton<Retention>();
        services.AddSingleton<Duties>();
        services.AddSingleton<WorkerWatch>();
        services.AddSingleton<PoolHistory>();
        services.AddSingleton<OrderBook>();
        services.AddSingleton<ExclusivityKeys>();
        services.AddSingleton<WaitingRuns>();
        services.AddSingleton<MissingWorkers>();
        services.AddSingleton<TurnTaking>();
        services.AddSingleton<EndFigures>();
        services.AddSingleton<TaskMessages>();
        services.AddSingleton<OutstandingTasks>();
        services.AddSingleton<PeerWatch>();
        services.AddSingleton<KindBook>();
        services.AddSingleton<TaskLimits>();
        services.AddSingleton<FinishedTasks>();
        services.AddSingleton<AbnormalEnds>();
        services.AddSingleton<PointPublication>();
        services.AddSingleton<PointConductor>();
        services.AddSingleton<GangBarrier>();
        services.AddSingleton<BarrierAddress>();
        services.AddSingleton<GangRecords>();
        services.AddSingleton<GangResults>();
        services.ConfigureHttpJsonOptions(json => ApiJson.Configure(json.SerializerOptions));
        services.AddSingleton<StageClosing>();
        services.AddSingleton<BagLook>();
        services.AddSingleton<BagConductor>();
        services.AddSingleton<BagRecord>();
        services.AddSingleton<BagClosing>();
        services.AddSingleton<BuildPin>();
        services.AddSingleton<WaitReasons>();
        services.AddSingleton<LimitWatch>();
        services.AddSingleton<RunSnapshots>();
        services.AddSingleton<RunConductor>();
        services.AddSingleton<RunCondemnation>();
        services.AddSingleton<ScheduleList>();
        services.AddSingleton<ScheduleClock>();
        services.AddHostedService<TaskManagerService>();
    }
}
