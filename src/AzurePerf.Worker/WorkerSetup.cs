using AzurePerf.Core.Metrics;
using AzurePerf.Core.Probes;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting;
using AzurePerf.Hosting.Control;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Hosting.Settings;
using AzurePerf.Hosting.Telemetry;
using AzurePerf.Probes;
using AzurePerf.Probes.Targets;
using AzurePerf.Probes.Targets.Machine;
using AzurePerf.Probes.Targets.Peer;
using AzurePerf.Probes.Targets.Sql;
using AzurePerf.Probes.Targets.Storage;
using AzurePerf.Probes.Works;
using AzurePerf.Worker.Bags;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Execution.Calibration;
using AzurePerf.Worker.Gangs;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Images;
using AzurePerf.Worker.Peers;
using AzurePerf.Worker.Programs;
using AzurePerf.Worker.Stages;
using AzurePerf.Worker.Targets;
using AzurePerf.Worker.Tasks;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace AzurePerf.Worker;

/// <summary>The worker's own services.</summary>
internal static class WorkerSetup
{
    /// <summary>What it has measured is stored before it ends, also where the control account is slow: else it is measured again. Within
    /// the sixty seconds that the deployment gives it.</summary>
    private static readonly TimeSpan TimeToEnd = TimeSpan.FromSeconds(50);

    /// <summary>The whole host: its settings, the control plane and the services.</summary>
    public static void AddWorkerHost(this WebApplicationBuilder builder)
    {
        builder.MayEndWithin(TimeToEnd);
        builder.AddControlPlane(needsTarget: true);
        builder.AddHostOptions<EngineOptions>("Engine");
        builder.AddHostOptions<WorkerOptions>("Worker");
        builder.AddHostOptions<WorkerProgramOptions>(ProgramOptions.Section);
        builder.AddArchive();
        builder.Services.AddScrapedMetrics();
        builder.Services.AddWorker();
        // What is measured keeps the thread pool as it is.
        builder.Services.AddHostedService(provider =>
            new ThreadReserve(provider.GetRequiredService<WorkerOptions>() is { Pool: WorkerPool.Bag } bag ? bag.Slots : 0));
    }

    /// <summary>Adds probes to the <see cref="ProbeCatalog"/> of a worker.</summary>
    public static void AddProbes(this IServiceCollection services, IEnumerable<ProbeDefinition> probes)
    {
        foreach (var probe in probes)
        {
            services.AddSingleton(probe);
        }

        services.TryAddSingleton<ProbeCatalog>();
    }

    /// <summary>Adds what opens targets of a kind.</summary>
    public static void AddTargetDriver(this IServiceCollection services, Func<IServiceProvider, ITargetDriver> driver) =>
        services.AddSingleton(driver);

    /// <summary>Adds what the tasks of stages do that name this work.</summary>
    public static void AddTaskWork<TWork>(this IServiceCollection services)
        where TWork : class, ITaskWork
    {
        services.AddSingleton<TWork>();
        services.AddSingleton<IStageExecution>(provider =>
            ActivatorUtilities.CreateInstance<WorkExecution>(provider, provider.GetRequiredService<TWork>()));
    }

    public static void AddWorker(this IServiceCollection services)
    {
        services.AddSingleton(provider => provider.GetRequiredService<EngineOptions>().Times());
        services.TryAddSingleton(EngineMeter.Shared);
        services.AddSingleton<IOutcomeClassifier, StorageOutcomes>();
        services.AddProbes(BuiltInProbes.All);
        services.AddTargetDriver(provider => new StorageDriver(provider.GetRequiredService<StorageAccounts>()));
        services.AddTargetDriver(provider => new MachineDriver(provider.GetRequiredService<WorkerOptions>().DiskDirectory));
        services.AddTargetDriver(_ => new PeerDriver());
        services.AddTargetDriver(provider => new SqlDriver(
            provider.GetRequiredService<StorageAccounts>(), provider.GetRequiredService<TimeProvider>().GetUtcNow));
        services.AddSingleton<WorkerTargets>();
        services.AddSingleton<GeneratorCalibration>();
        services.AddSingleton<IGeneratorWatch>(provider => new GeneratorWatch(
            () => provider.GetRequiredService<GeneratorCalibration>().Latest,
            provider.GetRequiredService<WorkerOptions>().NetworkBytesPerSecond));
        services.AddSingleton<ProbeRunner>();
        services.AddSingleton<ProcessEnd>(Environment.FailFast);
        services.AddSingleton<ProgramStanding>();
        services.AddSingleton<WorkerReport>();
        services.AddSingleton<WorkerPresence>();
        services.AddSingleton<SelfFence>();
        services.AddSingleton<ExecutionSlots>();
        services.AddSingleton<StageTallies>();
        services.AddSingleton<WorkerShutdown>();
        services.AddSingleton<HeartbeatDeadline>();
        services.AddSingleton<Availability>();
        services.AddSingleton<HeartbeatTrigger>();
        services.AddSingleton<TaskQueue>();
        services.TryAddSingleton<IBarrierConnection>(_ => BarrierConnection.Create());
        services.AddSingleton<StartBarrierFactory>();
        services.AddSingleton<PeerAnswering>();
        services.AddSingleton<PeerReach>();
        services.AddSingleton<TargetSilenceMonitor>();
        services.AddSingleton<PointDrop>();
        services.AddSingleton<IStageExecution, PrepareStage>();
        services.AddSingleton<IStageExecution, MeasureStage>();
        services.AddSingleton<IStageExecution, CleanStage>();
        services.AddSingleton(provider => provider.GetRequiredService<WorkerOptions>().Injected);
        services.AddSingleton<SelftestLedger>();
        services.AddTaskWork<SelftestWork>();
        services.AddPrograms();
        services.AddImageWorks();
        services.AddSingleton<IResultMaker, ProgramResults>();
        services.AddSingleton<ControlPlaneRetry>();
        services.AddSingleton<MeasurementUpload>();
        services.AddSingleton<RunCache>();
        services.AddSingleton<OrderCache>();
        services.AddSingleton(provider =>
            new PassedMessages(
                provider.GetRequiredService<EngineTimes>().PassedOn, provider.GetRequiredService<WorkerOptions>().LongestIdlePause));
        services.AddSingleton<TaskMessageReader>();
        services.AddSingleton<OrderMessages>();
        services.AddSingleton<TaskClaim>();
        services.AddSingleton<TaskReceiver>();
        services.AddSingleton<ExecutionMetrics>();
        services.AddSingleton<MessageSettling>();
        services.AddSingleton<TaskProcessor>();
        services.AddSingleton<BundleProcessor>();
        services.AddSingleton<BundleSettling>();
        services.AddSingleton<BundleCommit>();
        services.AddSingleton<TaskExecution>();
        services.AddSingleton<TaskCommit>();
        services.AddSingleton<PendingMessages>();
        services.AddSingleton<ScaleInGuard>();

        // Services stop in reverse order: the heart beats until the loop has handed its task back.
        services.AddHostedService<TargetCheck>();
        services.AddHostedService<ProgramProofService>();
        services.AddHostedService<HeartbeatService>();
        services.AddHostedService<PeerTrialService>();
        services.AddSingleton<IHostedService>(provider => provider.GetRequiredService<WorkerOptions>().Pool == WorkerPool.Bag
            ? ActivatorUtilities.CreateInstance<BagLoopService>(provider)
            : ActivatorUtilities.CreateInstance<MeasureLoopService>(provider));
    }
}
