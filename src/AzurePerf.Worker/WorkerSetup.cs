using AzurePerf.Core.Probes;
using AzurePerf.Core.Workers;
using AzurePerf.Probes;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Heartbeats;
using AzurePerf.Worker.Stages;
using AzurePerf.Worker.Targets;
using AzurePerf.Worker.Tasks;

namespace AzurePerf.Worker;

/// <summary>The worker's own services.</summary>
internal static class WorkerSetup
{
    public static void AddWorker(this IServiceCollection services)
    {
        services.AddSingleton(provider => provider.GetRequiredService<EngineOptions>().Times());
        services.AddSingleton<IOutcomeClassifier, StorageOutcomes>();
        services.AddSingleton<ProbeRunner>();
        services.AddSingleton<WorkerPresence>();
        services.AddSingleton<ExecutionSlot>();
        services.AddSingleton<PrepareStage>();
        services.AddSingleton<MeasureStage>();
        services.AddSingleton<CleanStage>();
        services.AddSingleton<PatientRequests>();
        services.AddSingleton<TaskClaim>();
        services.AddSingleton<TaskExecution>();
        services.AddSingleton<TaskCommit>();
        services.AddSingleton<PendingMessages>();

        // Services stop in reverse order: the heart beats until the loop has handed its task back.
        services.AddHostedService<TargetCheck>();
        services.AddHostedService<HeartbeatService>();
        services.AddHostedService<TaskLoopService>();
    }
}
