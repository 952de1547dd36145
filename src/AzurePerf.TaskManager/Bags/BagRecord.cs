using System.Runtime.CompilerServices;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Dispatch;
using AzurePerf.TaskManager.Executions;
using AzurePerf.TaskManager.Planning;

namespace AzurePerf.TaskManager.Bags;

/// <summary>
/// Writes down how the executions of a finished bag ended, from its rows and, for machine and time, from the record of abnormal ends:
/// exactly once, however often it is begun. While a bag is open nothing of it is written down, because what workers count may count a task
/// twice.
/// </summary>
internal sealed class BagRecord(
    RunStages plans, TaskStore tasks, AttemptStore attempts, TaskClasses classes, CachedExecutionStatistics book,
    TaskManagerOptions options, TimeProvider time)
{
    /// <summary>Reads all rows of a bag without open tasks and counts them; the counts are the last item. Pauses after each
    /// request.</summary>
    public async IAsyncEnumerable<BagCounts?> KeepAsync(
        RunState run, StageState stage, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var (statistics, counts) = (new ExecutionStatisticsBuffer(), new BagCounts());
        var storage = plans.StorageOf(run, stage);
        var fold = new ProductFold(
            run, stage, stage.IsPlanned && stage.Created == stage.Total ? plans.PlanOf(run, stage.Id).Fold : null);
        // A block whose rows were written may be missing in the count of a stage that was cancelled then.
        var written = Math.Min(stage.Total, stage.Created + TaskSharding.BlockTasks);
        foreach (var shard in TaskSharding.SlicesOf(stage.Shards, written).GroupBy(slice => slice.Partition!.Value))
        {
            await using var record = new RecordedEnds(attempts.ListAsync(stage.RunId, stage.Id, shard.Key, cancellationToken));
            foreach (var slice in shard)
            {
                await foreach (var task in tasks.ListAsync(
                    stage.RunId, stage.Id, slice.From, cancellationToken, shard.Key, slice.Before))
                {
                    var ends = await record.OfAsync(task);
                    counts.Add(task);
                    fold.Add(task);
                    foreach (var end in ends)
                    {
                        counts.Add(end);
                    }

                    counts.AddUse(task, ends, storage, time.GetUtcNow());
                    statistics.Add(
                        classes, run, task, ends,
                        task is { Status: BenchmarkTaskStatus.Done, IsReused: false } ? task.EndedAt - task.ClaimedAt : null,
                        options.IsAdaptive);
                }

                yield return null;
            }
        }

        await book.StoreAsync(statistics.Drain(), $"{stage.RunId}-{stage.Id.Number}", cancellationToken);

        // Where tasks were cancelled only a part of the stage is there, and a part of it is no point. Where a run was cancelled after its
        // last task, the points may be published already.
        counts.Points = counts.AreOfAll(stage) ? fold.End() : [];
        yield return counts;
    }

    /// <summary>A fault of the experiment's code, or a point of it that cannot be stored, ends its run with a sentence.</summary>
    private sealed class ProductFold
    {
        private readonly RunState _run;
        private readonly StageState _stage;
        private readonly IStageFold? _fold;

        public ProductFold(RunState run, StageState stage, Func<IStageFold>? begin)
        {
            (_run, _stage) = (run, stage);
            _fold = begin is null ? null : Guarded(begin);
        }

        public void Add(BenchmarkTask task)
        {
            if (_fold is { } fold && StageProducts.ProductOf(task) is { } product)
            {
                Guarded(() =>
                {
                    fold.Add(product);
                    return true;
                });
            }
        }

        public IReadOnlyList<StagePoint> End() => _fold is not { } fold ? [] : Guarded<IReadOnlyList<StagePoint>>(() =>
            fold.End() is { Count: <= SpecLimits.Points } points
                ? [.. points.Select(Storable)]
                : throw new InvalidDataException($"they are more than {SpecLimits.Points} points"));

        private StagePoint Storable(StagePoint point, int index)
        {
            if (point is not { Levels: not null, Result: { } result })
            {
                throw new InvalidDataException($"point {_run.Points + index + 1} has no levels or no result");
            }

            var (values, _, notes) = PointValue.Finite(result.Values);
            var storable = point with { Result = result with { Values = values, Notes = [.. result.Notes, .. notes] } };
            PointStore.Check(_run.RunId, PointPublication.RecordOf(_run, _stage, storable, index));
            return storable;
        }

        private T Guarded<T>(Func<T> step)
        {
            try
            {
                return step();
            }
            catch (Exception exception) when (exception is not OutOfMemoryException)
            {
                throw new InvalidDataException(
                    $"what stage {_stage.Name} brought cannot be folded into points: {FailureText.Of(exception)}", exception);
            }
        }
    }
}
