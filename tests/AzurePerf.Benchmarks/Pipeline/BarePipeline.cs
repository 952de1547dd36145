using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Probes;
using AzurePerf.Probes.Targets;
using AzurePerf.Probes.Works;
using AzurePerf.Worker.Images;
using Microsoft.Extensions.DependencyInjection;

namespace AzurePerf.Benchmarks.Pipeline;

/// <summary>
/// The tasks of modis.pipeline in the order of its stages, by the handlers of the worker, in so many lanes, and nothing else: no rows, no queue, no claims, no heartbeats. What tasks
/// brought is kept in memory. It recovers nothing.
/// </summary>
/// <param name="services">Has the handlers.</param>
/// <param name="lanes">Tasks at once.</param>
internal sealed class BarePipeline(IServiceProvider services, int lanes)
{
    private readonly Dictionary<string, ITaskWork> _works = new ITaskWork[]
    {
        services.GetRequiredService<ListingWork>(),
        services.GetRequiredService<DownloadWork>(),
        services.GetRequiredService<ReprojectionWork>(),
        services.GetRequiredService<AggregationWork>(),
        services.GetRequiredService<ReductionWork>(),
        services.GetRequiredService<ManifestWork>(),
    }.ToDictionary(work => work.Name);

    /// <summary>Executes all tasks; throws when one fails.</summary>
    /// <param name="options">What is asked for.</param>
    /// <param name="runId">Under which manifest and provenance are stored.</param>
    /// <param name="cancellationToken">Ends it.</param>
    /// <returns>How many tasks there were.</returns>
    public async Task<int> ExecuteAsync(ModisPipelineOptions options, string runId, CancellationToken cancellationToken)
    {
        var products = new MemoryProducts();
        foreach (var (number, stage) in options.Stages().Index())
        {
            var orders = stage.Orders is null ? [.. Enumerable.Repeat("", stage.Tasks)] : await stage.Orders(products).ToArrayAsync(cancellationToken);
            var results = new string[orders.Length];
            var parallel = new ParallelOptions { MaxDegreeOfParallelism = lanes, CancellationToken = cancellationToken };
            await Parallel.ForAsync(0, orders.Length, parallel, async (task, stop) =>
                results[task] = await _works[stage.Work].ExecuteAsync(new Context(options, runId, number, task, orders[task], products), stop));
            products.Stages.Add(stage.Name, results);
        }

        return products.Stages.Values.Sum(results => results.Length);
    }

    private sealed class MemoryProducts : IStageProducts
    {
        public Dictionary<string, string[]> Stages { get; } = [];

        public IAsyncEnumerable<TaskProduct> OfAsync(string stage) => Stages[stage].Select((result, task) => new TaskProduct(task, result)).ToAsyncEnumerable();
    }

    private sealed record Context(PipelineOptions Options, string RunId, int Stage, int Task, string Order, IStageProducts Products) : ITaskContext
    {
        public string Subject => $"{RunId} {Stage} {Task}";

        public int Seed => 1;

        public int Attempt => 1;

        public string ExecutionId => Subject;

        public IResourceRegister Register => throw new NotSupportedException("Images need no target.");

        public IOpenTarget OpenTarget(TimeSpan requestTimeout) => throw new NotSupportedException("Images need no target.");

        public void AllowUserCode(TimeSpan limit)
        {
        }

        public void Report(double share, string phase = "executing")
        {
        }
    }
}
