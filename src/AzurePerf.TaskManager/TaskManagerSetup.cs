using AzurePerf.Core.Metrics;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Control;
using AzurePerf.Hosting.Mail;
using AzurePerf.Hosting.Settings;
using AzurePerf.Hosting.Shares;
using AzurePerf.Hosting.Telemetry;
using AzurePerf.TaskManager.Bags;
using AzurePerf.TaskManager.Barrier;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Executions;
using AzurePerf.TaskManager.Mail;
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
        builder.AddMailOptions();
        builder.AddHostOptions<ShareLinkOptions>(ShareLinkOptions.Section, ShareLinkOptions.Port);
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
        services.AddSingleton<StagePlanning>();
        services.AddSingleton<RunDecisions>();
        services.AddSingleton<Leadership.Leadership>();
        services.AddSingleton<RunRequests>();
        services.AddSingleton<RunSweep>();
        services.AddSingleton<Janitor>();
        services.AddSingleton<Retention>();
        services.AddSingleton<ProductRetention>();
        services.AddSingleton<Duties>();
        services.AddSingleton<WorkerWatch>();
        services.AddSingleton<PoolHistory>();
        services.AddSingleton<WorkerCommandWriter>();
        services.AddSingleton<ExclusivityKeys>();
        services.AddSingleton<WaitingRuns>();
        services.AddSingleton<MissingWorkers>();
        services.AddSingleton<TurnTaking>();
        services.AddSingleton<RunFinalizer>();
        services.TryAddSingleton(new MailOptions());
        services.TryAddSingleton(new ShareLinkOptions());
        services.AddSingleton(provider => MailLinks.Of(
            provider.GetRequiredService<MailOptions>(), provider.GetRequiredService<ShareLinkOptions>().ShareLinks));
        services.TryAddSingleton<IMailTransport, SmtpTransport>();
        services.AddSingleton<ImageCounts>();
        services.AddSingleton<MailComposer>();
        services.AddSingleton<MailDelivery>();
        services.AddSingleton<RunMails>();
        services.AddSingleton<EndedHeaders>();
        services.AddSingleton<TaskMessages>();
        services.AddSingleton<OutstandingTasks>();
        services.AddSingleton<CachedExecutionStatistics>();
        services.AddSingleton<TaskClasses>();
        services.AddSingleton<TaskLimits>();
        services.AddSingleton<FinishedTasks>();
        services.AddSingleton<AbnormalEnds>();
        services.AddSingleton<PointPublication>();
        services.AddSingleton<LostPointMessages>();
        services.AddSingleton<PointMessages>();
        services.AddSingleton<CurrentTasks>();
        services.AddSingleton<IStageDispatcher, PointDispatcher>();
        services.AddSingleton<IStageDispatcher, BagStages>();
        services.AddSingleton<StartBarrier>();
        services.AddSingleton<BarrierAddress>();
        services.AddSingleton<GangRecords>();
        services.AddSingleton<GangResults>();
        services.ConfigureHttpJsonOptions(json => ApiJson.Configure(json.SerializerOptions));
        services.AddSingleton<StageClosing>();
        services.AddSingleton<BagInspection>();
        services.AddSingleton<BagDispatcher>();
        services.AddSingleton<BagCancelling>();
        services.AddSingleton<BagFences>();
        services.AddSingleton<BundleSizes>();
        services.AddSingleton<BagRecord>();
        services.AddSingleton<BagClosing>();
        services.AddSingleton<BuildPin>();
        services.AddSingleton<WaitReasons>();
        services.AddSingleton<LimitWatch>();
        services.AddSingleton<IRunGuard>(provider => provider.GetRequiredService<LimitWatch>());
        services.AddSingleton<IRunGuard, PeerWatch>();
        services.AddSingleton<RunSnapshots>();
        services.AddSingleton<RunBeginning>();
        services.AddSingleton<RunLifecycle>();
        services.AddSingleton<RunReconciler>();
        services.AddSingleton<FaultedRunHandler>();
        services.AddSingleton<OpenRuns>();
        services.AddSingleton<RunIntake>();
        services.AddSingleton<RunCarrier>();
        services.AddSingleton<Housekeeping>();
        services.AddSingleton<ScheduleList>();
        services.AddSingleton<ScheduleClock>();
        services.AddHostedService<QuotaAdvice>();
        services.AddHostedService<TaskManagerService>();
    }
}
