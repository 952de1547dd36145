using AzurePerf.Benchmarks.Engine;
using AzurePerf.Cli.Local;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Control;
using AzurePerf.Sources;
using AzurePerf.Storage;
using AzurePerf.Storage.Products;
using AzurePerf.Storage.Requests;
using AzurePerf.Worker;
using AzurePerf.Worker.Images;
using Microsoft.Extensions.DependencyInjection;

namespace AzurePerf.Benchmarks.Pipeline;

/// <summary>Makes one request by either side, each time over an emulator and a folder of sources of its own: nothing was made before.</summary>
internal static class PipelineSides
{
    private const string BareRun = "bare";

    /// <summary>By TaskManager and workers.</summary>
    public static async Task<PipelineFigures> OursAsync(PipelineRequest request, IGranuleArchive archive, CancellationToken cancellationToken)
    {
        await using var place = await Place.NewAsync(cancellationToken);
        await using var engine = await RunningEngine.StartAsync(
            place.Connect, cancellationToken, new() { WorkerServices = services => place.AddTo(services, archive) });
        var start = TimeProvider.System.GetTimestamp();
        var figures = await engine.ExecuteAsync(request.Spec, request.Tasks, cancellationToken);
        return new(TimeProvider.System.GetElapsedTime(start).TotalSeconds, figures.Requests, await place.ManifestAsync(request, figures.RunId, cancellationToken));
    }

    /// <summary>By a loop over the handlers.</summary>
    public static async Task<PipelineFigures> TheirsAsync(PipelineRequest request, IGranuleArchive archive, CancellationToken cancellationToken)
    {
        await using var place = await Place.NewAsync(cancellationToken);
        var requests = new ControlRequests();
        var control = place.Connect(requests);
        await control.CreateAsync(cancellationToken);
        var before = requests.ByKind.ToDictionary();
        await using var services = Services(control, archive, place);
        var bare = new BarePipeline(services, EngineSettings.UsualWorkers * EngineSettings.UsualSlots);
        var start = TimeProvider.System.GetTimestamp();
        var tasks = await bare.ExecuteAsync(request.Options, BareRun, cancellationToken);
        var elapsed = TimeProvider.System.GetElapsedTime(start);
        return tasks == request.Tasks
            ? new(elapsed.TotalSeconds, RunningEngine.Difference(before, requests.ByKind), await place.ManifestAsync(request, BareRun, cancellationToken))
            : throw new InvalidOperationException($"there were {tasks} tasks instead of {request.Tasks}");
    }

    private static ServiceProvider Services(ControlPlane control, IGranuleArchive archive, Place place)
    {
        var services = new ServiceCollection();
        services.AddLogging();
        services.AddSingleton(TimeProvider.System);
        services.AddSingleton<IIdSource, RandomIdSource>();
        services.AddSingleton(control);
        services.AddControlStores();
        place.AddTo(services, archive);
        services.AddImageWorks();
        return services.BuildServiceProvider();
    }

    private sealed class Place(AzuriteServer server) : IAsyncDisposable
    {
        private readonly StorageAccountAddress _address = StorageAccountAddress.Parse(server.ConnectionString);
        private readonly DirectoryInfo _sources = Directory.CreateTempSubdirectory("azureperf-pipeline-");

        public static async Task<Place> NewAsync(CancellationToken cancellationToken) => new(await AzuriteServer.StartAsync("pipeline", cancellationToken));

        public ControlPlane Connect(ControlRequests requests) => ControlPlane.Connect(_address, "", requests);

        public void AddTo(IServiceCollection services, IGranuleArchive archive)
        {
            services.AddSingleton(archive);
            services.AddSingleton(new WorkerOptions { HostId = "bench", Pool = WorkerPool.Bag, BagSlots = EngineSettings.UsualSlots, SourceDirectory = _sources.FullName });
        }

        public async Task<string> ManifestAsync(PipelineRequest request, string runId, CancellationToken cancellationToken)
        {
            var control = Connect(new());
            var store = new ProductStore(control.Products, control.Rows, new RandomIdSource(), TimeProvider.System);
            await using var manifest = await store.OpenAsync(ImageNames.ManifestOf(ImageRequest.Read(request.Options).Request!, runId), "", cancellationToken)
                ?? throw new InvalidOperationException($"run {runId} stored no manifest");
            using var reader = new StreamReader(manifest.Stream);
            return await reader.ReadToEndAsync(cancellationToken);
        }

        public async ValueTask DisposeAsync()
        {
            await server.DisposeAsync();
            _sources.Delete(recursive: true);
        }
    }
}
