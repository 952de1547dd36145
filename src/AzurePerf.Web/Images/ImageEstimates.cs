using AzurePerf.Core.Api;
using AzurePerf.Core.Api.Engine;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using AzurePerf.Imagery.Products;
using AzurePerf.Storage.Executions;
using AzurePerf.Storage.Products;
using AzurePerf.Storage.Workers;
using AzurePerf.Web.Runs.Estimates;

namespace AzurePerf.Web.Images;

/// <summary>What a request for images would come to: what it plans, what the catalogue of products has of it, and what such tasks
/// took.</summary>
internal sealed class ImageEstimates(ExperimentCatalogue experiments, RunEstimates estimates, ProductStore store,
    StageMeans stageMeans, WorkerStore workers, TimeProvider time)
{
    /// <summary>Days whose products are looked at, a request to the store for each: whoever may read may ask again and again.</summary>
    public const int MostDaysLookedAt = 10;

    /// <param name="spec">A spec that was validated.</param>
    /// <param name="owner">Who would submit it.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    /// <returns>Null for a spec of another experiment.</returns>
    public async Task<ImageEstimateResponse?> OfAsync(RunSpec spec, string owner, CancellationToken cancellationToken)
    {
        if (experiments.Find(spec.Experiment) is not { } definition || spec.Experiment != RunImages.Experiment
            || RunPlanner.BindStages(definition, spec) is not ModisPipelineOptions options
            || ImageRequest.Read(options).Request is not { } request)
        {
            return null;
        }

        var stages = request.Options.Stages();
        var means = await stageMeans.OfAsync(RunImages.Experiment, stages, cancellationToken);
        var of = estimates.OfAsync(spec, owner, cancellationToken, means);
        var seen = await SeenAsync(request, cancellationToken);
        ImageTasksResponse[] tasks = [.. TasksOf(stages).Select(tasks =>
        {
            double? mean = means.TryGetValue(tasks.Class, out var seconds) ? seconds : null;
            return new ImageTasksResponse(tasks.Class, tasks.Count, tasks.AtMost, mean, tasks.Count == 0 ? 0 : mean * tasks.Count);
        })];
        var run = await of;
        return new(
            request.Area.Tiles.Count, request.Days.Count, Images(request), request.Periods.Count, tasks,
            (long)Math.Round((double)seen.Images * request.Days.Count / seen.Days), seen.Days,
            tasks.All(one => one.Seconds is not null) ? tasks.Sum(one => one.Seconds) : null,
            await SlotsAsync(cancellationToken),
            seen.MeanBytes is { } bytes ? (long)(bytes * Images(request)) : null,
            run.Cost, run.Exceeded)
        {
            Quotas = run.Quotas,
        };
    }

    private static long Images(ImageRequest request) => (long)request.Area.Tiles.Count * request.Days.Count * request.Layers.Count;

    /// <summary>What exists is not subtracted: only the listing tells whether it was made of the granules that the archive has
    /// now.</summary>
    private static IEnumerable<(string Class, long Count, bool AtMost)> TasksOf(IReadOnlyList<StagePlan> stages) =>
        stages.Select(stage => (stage.Name, stage.TasksAtMost, stage.Orders is not null));

    /// <summary>What the catalogue has of the request's images, and how large they are.</summary>
    private async Task<(long Images, int Days, double? MeanBytes)> SeenAsync(ImageRequest request, CancellationToken cancellationToken)
    {
        var (gate, images, count, bytes) = (new Lock(), 0L, 0L, 0L);
        var prefixes = request.Area.Tiles
            .SelectMany(tile => request.Layers.Select(layer => ImageKeys.PrefixOfImage(layer, tile.ToString()))).ToHashSet();
        var days = Spread(request.Days);
        await Parallel.ForEachAsync(
            days, new ParallelOptions { MaxDegreeOfParallelism = MostDaysLookedAt, CancellationToken = cancellationToken },
            async (day, stop) =>
            {
                var (found, tiles) = (new List<long>(), new HashSet<string>());
                try
                {
                    await foreach (var product in store.ListAsync(ProductKinds.Image, request.Subject.Product.Id, day, stop))
                    {
                        var key = product.Name.Key;
                        if (prefixes.Contains(key[..(key.LastIndexOf('-') + 1)]))
                        {
                            tiles.Add(key[..(key.LastIndexOf('-') + 1)]);
                            found.Add(product.Bytes);
                        }
                    }
                }
                catch (InvalidDataException)
                {
                    // What this build cannot read it cannot use again either: the task that meets it says so.
                }

                lock (gate)
                {
                    (images, count, bytes) = (images + tiles.Count, count + found.Count, bytes + found.Sum());
                }
            });
        return (images, days.Count, count == 0 ? null : (double)bytes / count);
    }

    private static IReadOnlyList<DateOnly> Spread(IReadOnlyList<DateOnly> days) => days.Count <= MostDaysLookedAt
        ? days
        : [.. Enumerable.Range(0, MostDaysLookedAt).Select(place => days[(int)((long)place * days.Count / MostDaysLookedAt)])];

    private async Task<int> SlotsAsync(CancellationToken cancellationToken)
    {
        var (known, _) = await workers.ListWithCommandsAsync(onCorrupt: null, cancellationToken);
        return known.Where(worker => worker.Pool == WorkerPool.Bag && !worker.Draining
            && WorkerSummary.IsHeard(worker, time.GetUtcNow())).Sum(worker => worker.Slots);
    }
}
