using AzurePerf.Benchmarks.Pipeline;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Hosting.Control;
using AzurePerf.Sources;
using AzurePerf.Storage.Products;
using AzurePerf.UnitTests.Runs;
using AzurePerf.UnitTests.TaskManager;
using AzurePerf.UnitTests.TaskManager.Bags;
using AzurePerf.UnitTests.Worker.Images;
using AzurePerf.Worker;
using AzurePerf.Worker.Images;
using Microsoft.Extensions.DependencyInjection;
using Xunit;

namespace AzurePerf.UnitTests.Benchmarks;

/// <summary>What the pipeline is compared with does the same work.</summary>
public sealed class BarePipelineTests
{
    private static readonly string Request = $$"""
        { "experiment": "modis.pipeline", "parameters": { "area": "h18v04{{(Night.IsOn ? " h18v03" : "")}}", "from": "2024-01-25", "days": 3, "aggregateDays": 2, "reductions": "picture zones" } }
        """;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_loop_over_the_handlers_makes_the_manifest_that_the_engine_makes_in_as_many_tasks()
    {
        var spec = SampleSpecs.Of(Request);
        var (engine, bare) = (new TaskManagerUnderTest(), new TaskManagerUnderTest());
        await using var worker = await RealBagWorker.HireAsync(engine, more: services => services.AddSingleton<IGranuleArchive>(new MadeGranules()));
        var runId = await engine.SubmitAsync(spec);
        await engine.WorkUntilEndedAsync(runId);

        var tasks = await ExecuteBareAsync(bare, (ModisPipelineOptions)RunPlanner.BindStages(ModisPipelineOptions.Definition, spec));

        Assert.Equal((await engine.Runs.FindWithStagesAsync(runId, Cancelled))!.Stages.Sum(stage => stage.Total), tasks);
        var manifest = await ManifestAsync(engine, runId);
        Assert.Contains("\"valuesHash\"", manifest, StringComparison.Ordinal);
        Assert.Equal(manifest, await ManifestAsync(bare, "bare"));
    }

    private static async Task<int> ExecuteBareAsync(TaskManagerUnderTest place, ModisPipelineOptions options)
    {
        var sources = Directory.CreateTempSubdirectory("azureperf-sources-");
        var services = new ServiceCollection();
        services.AddLogging();
        services.AddSingleton<TimeProvider>(place.Time);
        services.AddSingleton<IIdSource>(new SeededIdSource(3));
        services.AddSingleton(place.Control.AsControlPlane());
        services.AddControlStores();
        services.AddSingleton(new WorkerOptions { SourceDirectory = sources.FullName });
        services.AddSingleton<IGranuleArchive>(new MadeGranules());
        services.AddImageWorks();
        await using var provider = services.BuildServiceProvider();
        var tasks = await new BarePipeline(provider, lanes: 1).ExecuteAsync(options, "bare", Cancelled);
        sources.Delete(recursive: true);
        return tasks;
    }

    private static async Task<string> ManifestAsync(TaskManagerUnderTest place, string runId)
    {
        var store = new ProductStore(place.Control.Products, place.Control.Rows, new SeededIdSource(4), place.Time);
        await using var manifest = await store.OpenAsync(new(ProductKinds.Request, "MOD11A1", new(2024, 1, 25), $"{runId}-manifest.json"), "", Cancelled);
        using var reader = new StreamReader(manifest!.Stream);
        return await reader.ReadToEndAsync(Cancelled);
    }
}
