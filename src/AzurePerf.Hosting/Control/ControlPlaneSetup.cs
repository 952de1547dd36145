using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Targets;
using AzurePerf.Hosting.Catalogue;
using AzurePerf.Hosting.Health;
using AzurePerf.Hosting.Settings;
using AzurePerf.Storage;
using AzurePerf.Storage.Access;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Executions;
using AzurePerf.Storage.Mail;
using AzurePerf.Storage.Products;
using AzurePerf.Storage.Programs;
using AzurePerf.Storage.Requests;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Schedules;
using AzurePerf.Storage.Shares;
using AzurePerf.Storage.Tasks;
using AzurePerf.Storage.Trends;
using AzurePerf.Storage.Views;
using AzurePerf.Storage.Workers;
using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.DependencyInjection.Extensions;

namespace AzurePerf.Hosting.Control;

/// <summary>Gives a host the control plane: its accounts, its stores, and a check that it answers.</summary>
public static class ControlPlaneSetup
{
    /// <summary>Adds the control plane of AZUREPERF_CONTROL. It is created, where it does not exist, before the host's own services
    /// start.</summary>
    /// <param name="builder">The host.</param>
    /// <param name="needsTarget">True for a host that measures: it must be given at least one target.</param>
    public static void AddControlPlane(this WebApplicationBuilder builder, bool needsTarget = false)
    {
        builder.AddHostAccounts(needsTarget);
        builder.AddHostOptions<ControlOptions>("Control");
        builder.AddHostOptions<LimitOptions>(LimitOptions.Section);
        var services = builder.Services;
        services.TryAddSingleton<IIdSource, RandomIdSource>();
        services.AddSingleton<ControlRequests>();
        services.TryAddSingleton(provider => ControlPlane.Connect(
            provider.GetRequiredService<StorageAccounts>().Control, provider.GetRequiredService<ControlOptions>().Prefix,
            provider.GetRequiredService<ControlRequests>()));
        services.AddControlStores();
        services.AddHostedService<ControlPlaneCreation>();
        services.AddSingleton(provider =>
        {
            var controlPlane = provider.GetRequiredService<ControlPlane>();
            return new ReadyCheck("control account", async cancellationToken =>
            {
                await controlPlane.ProbeAsync(cancellationToken);
                return null;
            });
        });
    }

    /// <summary>Adds the stores over a control plane that is there already.</summary>
    public static void AddControlStores(this IServiceCollection services)
    {
        services.AddSingleton(provider => provider.GetRequiredService<ControlPlane>().Rows);
        services.AddSingleton(provider => new MeasurementFiles(provider.GetRequiredService<ControlPlane>().Results));
        services.AddSingleton(provider => new StageOrders(provider.GetRequiredService<ControlPlane>().Results));
        services.AddSingleton(provider => new TaskLogStore(provider.GetRequiredService<ControlPlane>().Results));
        services.AddExperiments(BuiltInExperiments.All);
        services.AddTargetKinds(BuiltInTargetKinds.All);
        services.TryAddSingleton(LimitOptions.None);
        services.TryAddSingleton(provider => PriceFile.Read(provider.GetRequiredService<LimitOptions>()));
        services.AddSingleton(provider =>
            ActivatorUtilities.CreateInstance<RunDigests>(provider, provider.GetRequiredService<ControlPlane>().Results));
        services.AddSingleton(provider =>
            ActivatorUtilities.CreateInstance<ProductStore>(provider, provider.GetRequiredService<ControlPlane>().Products));
        services.AddSingleton(provider =>
            ActivatorUtilities.CreateInstance<ProgramStore>(provider, provider.GetRequiredService<ControlPlane>().Programs));
        services.AddSingleton(provider =>
            ActivatorUtilities.CreateInstance<ProductRemoval>(provider, provider.GetRequiredService<ControlPlane>().Products));
        services.AddSingleton<RunStore>();
        services.AddSingleton<RunAllowance>();
        services.AddSingleton<RunQuotas>();
        services.AddSingleton<EndedSessionStore>();
        services.AddSingleton<GangStore>();
        services.AddSingleton<PointStore>();
        services.AddSingleton<EventStore>();
        services.AddSingleton<LeaseStore>();
        services.AddSingleton<ResourceStore>();
        services.AddSingleton<TaskStore>();
        services.AddSingleton<AttemptStore>();
        services.AddSingleton<ExecutionStatisticsStore>();
        services.AddSingleton<StageMeans>();
        services.AddSingleton<OutcomeReader>();
        services.AddSingleton<WorkerStore>();
        services.AddSingleton<PoolHistoryStore>();
        services.AddSingleton<LeaderStore>();
        services.AddSingleton<WorkerReader>();
        services.AddSingleton<EngineReader>();
        services.AddSingleton<RunReader>();
        services.AddSingleton<RunSearch>();
        services.AddSingleton<RunNoteStore>();
        services.AddSingleton<BaselineStore>();
        services.AddSingleton<BaselineStandings>();
        services.AddSingleton<ScheduleStore>();
        services.AddSingleton<TrendStore>();
        services.AddSingleton<ScheduleCreation>();
        services.AddSingleton<ShareStore>();
        services.AddSingleton<OutboxStore>();
        services.AddSingleton<ViewStore>();
        services.AddSingleton<ViewCreation>();
        services.AddSingleton<KeyStore>();
        services.AddSingleton<KeyCreation>();
        services.AddSingleton<AuditStore>();
        services.AddSingleton<OwnerReader>();
        services.AddSingleton<FormKeyStore>();
        services.AddSingleton(provider =>
            ActivatorUtilities.CreateInstance<RunSubmission>(provider, provider.GetRequiredService<ControlPlane>().RunRequests));
        services.AddSingleton(provider =>
            ActivatorUtilities.CreateInstance<RunCancellation>(provider, provider.GetRequiredService<ControlPlane>().RunRequests));
    }
}
