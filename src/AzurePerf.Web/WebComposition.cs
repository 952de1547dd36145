using AzurePerf.Core.Access;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Texts;
using AzurePerf.Hosting.Control;
using AzurePerf.Hosting.Mail;
using AzurePerf.Hosting.Settings;
using AzurePerf.Hosting.Telemetry;
using AzurePerf.Storage.Programs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Baselines;
using AzurePerf.Web.Charts;
using AzurePerf.Web.Comparisons;
using AzurePerf.Web.Documents;
using AzurePerf.Web.Errors;
using AzurePerf.Web.Experiments;
using AzurePerf.Web.Home;
using AzurePerf.Web.Images;
using AzurePerf.Web.Listening;
using AzurePerf.Web.Live;
using AzurePerf.Web.Maintenance;
using AzurePerf.Web.OpenApi;
using AzurePerf.Web.Portal;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Programs;
using AzurePerf.Web.Reports;
using AzurePerf.Web.Runs;
using AzurePerf.Web.Runs.Estimates;
using AzurePerf.Web.Runs.Resubmit;
using AzurePerf.Web.Samples;
using AzurePerf.Web.Scaling;
using AzurePerf.Web.Schedules;
using AzurePerf.Web.Shares;
using AzurePerf.Web.Targets;
using AzurePerf.Web.Trends;
using AzurePerf.Web.Versions;
using AzurePerf.Web.Views;
using AzurePerf.Web.Workers;

namespace AzurePerf.Web;

/// <summary>What the web host consists of.</summary>
internal static class WebComposition
{
    private static readonly Dictionary<string, string> Switches = new() { ["--port"] = $"{WebOptions.Section}:{nameof(WebOptions.Port)}" };

    public static void AddWeb(this WebApplicationBuilder builder, string[] args)
    {
        builder.Configuration.AddCommandLine(args, Switches);
        builder.AddControlPlane();
        builder.AddHostOptions<WebOptions>(WebOptions.Section);
        builder.AddHostOptions<TargetOptions>(TargetOptions.Section);
        builder.AddMailOptions();
        builder.AddHostOptions<ProgramOptions>(ProgramOptions.Section, WorkerProgramOptions.OwnNames);
        builder.AddScaling();
        builder.AddAccess();
        builder.Services.AddSingleton<ErrorLog>();
        builder.Listen(AccessModeSetting.Read(builder.Configuration));
        builder.Services.AddRuns();
        builder.Services.AddLive();
        builder.Services.AddDocumentCompression();
        builder.Services.AddApiDescription();
        builder.Services.AddScrapedMetrics(ofRequests: true);
        builder.Services.TraceRequests();
        builder.Services.AddPortal();
        builder.Services.ConfigureHttpJsonOptions(json => ApiJson.Configure(json.SerializerOptions));
    }

    public static void MapWeb(this WebApplication app)
    {
        app.UseSafetyHeaders(AccessModeSetting.Read(app.Configuration));
        app.UseMiddleware<ProxyAddresses>();
        app.UseForwardedHeaders();
        app.UseMiddleware<CrossSiteFilter>();
        app.UseMiddleware<KnownBodies>();
        app.UseDocumentCompression();
        app.UseErrorHandling();
        app.UsePortalAssets();
        app.UseChartAssets();
        app.UseRouting();
        app.UseAccess();
        app.UseLongBodies();
        ProxyCheck.Map(app);
        app.MapMetrics();
        var api = app.MapGroup("/api/v1");
        api.MapRuns();
        api.MapEstimates();
        api.MapImages();
        api.MapPrograms();
        api.MapSchedules();
        api.MapViews();
        api.MapBaselines();
        api.MapTargets();
        api.MapExperiments();
        api.MapMaintenance();
        api.MapWorkers();
        api.MapScaling();
        api.MapReports();
        api.MapComparison();
        api.MapComparisonCharts();
        api.MapComparisonExport();
        api.MapTrends();
        api.MapShares();
        api.MapVersion();
        api.MapAccess();
        api.MapApiDescription();
        app.MapTheme();
        app.MapRunFeed();
        SharedPage.Map(app);
        app.MapRazorPages();
    }

    private static void Listen(this WebApplicationBuilder builder, AccessMode mode)
    {
        if (ListenAddresses.Choose(builder.Configuration, mode) is { } address)
        {
            builder.WebHost.UseUrls(address);
        }

        builder.WebHost.ConfigureKestrel(kestrel =>
        {
            kestrel.AddServerHeader = false;
            kestrel.ConfigureEndpointDefaults(endpoint => ListenAddresses.Check(endpoint.EndPoint, mode));
        });
    }

    private static void AddRuns(this IServiceCollection services)
    {
        services.AddSingleton(provider => ConfiguredTargets.Read(
            provider.GetRequiredService<TargetOptions>(), provider.GetRequiredService<StorageAccounts>(),
            [.. provider.GetServices<TargetKind>()]));
        services.AddSingleton<CleanRequestReader>();
        services.AddHttpContextAccessor();
        services.AddSingleton<HarmfulExperiments>();
        services.AddSingleton<MailRecipients>();
        services.AddSingleton<RunEstimates>();
        services.AddSingleton<ProgramPermission>();
        services.AddSingleton<ImageIndexCache>();
        services.AddSingleton<RunImages>();
        services.AddSingleton<ImageEstimates>();
        services.AddSingleton(provider => new RunSpecReader(
            provider.GetRequiredService<ExperimentCatalogue>(), provider.GetRequiredService<TargetList>(),
            provider.GetRequiredService<IIdSource>(), provider.GetRequiredService<HarmfulExperiments>().RefusalOf,
            provider.GetRequiredService<MailRecipients>().RefusalOf));
        services.AddSingleton<RunTasks>();
        services.AddSingleton<Resubmission>();
        services.AddSingleton<ResubmittedSpecs>();
        services.AddSingleton<ResubmittedRuns>();
        services.AddSingleton<ScheduleRequestReader>();
        services.AddSingleton<ScheduleActions>();
        services.AddSingleton<ChartDrawing>();
        services.AddSingleton<BaselineChoice>();
        services.AddSingleton<OlderOpenRuns>();
        services.AddSingleton<ExampleRuns>();
        services.AddSingleton<ExampleRunTurns>();
        services.AddSingleton(_ => ExampleRuns.Curves());
        services.AddSingleton<TrendReader>();
        services.AddSingleton<RunsInTurns>();
        services.AddSingleton<SharedContents>();
        services.AddSingleton<SharedImages>();
        services.AddSingleton<SharedPage>();
        services.AddSingleton<ProgramUploads>();
    }
}
