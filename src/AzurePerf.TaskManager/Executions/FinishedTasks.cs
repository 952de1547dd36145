using System.Globalization;
using AzurePerf.Core.Executions;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Tasks;

namespace AzurePerf.TaskManager.Executions;

/// <summary>
/// Writes down how the executions of points, of prepare and of clean tasks ended, from their rows and the record of abnormal ends, before
/// they count as finished: so none is lost with the process, and none counts twice. Those of bags are written down when the bag is closed.
/// </summary>
internal sealed class FinishedTasks(AttemptStore attempts, TaskClasses classes, CachedExecutionStatistics book)
{
    /// <param name="run">The run.</param>
    /// <param name="finished">The tasks of one point, or the one task of another stage; all terminal.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task StoreAsync(RunState run, IReadOnlyList<BenchmarkTask> finished, CancellationToken cancellationToken)
    {
        var (statistics, first) = (new ExecutionStatisticsBuffer(), finished[0].Key);
        await using var record = new RecordedEnds(attempts.ListAsync(first.RunId, first.Stage, first.Shard, cancellationToken));
        var reused = false;
        foreach (var task in finished)
        {
            var ends = await record.OfAsync(task);

            // One member finds that a point is there already; the rows of the others repeat it.
            statistics.Add(
                classes, run, task, reused ? ends.Where(end => !FailureTaxonomy.IsReuse(end.Cause)) : ends,
                task is { Status: BenchmarkTaskStatus.Done, IsReused: false } ? DurationOf(task) : null);
            reused |= task.IsReused;
        }

        await book.StoreAsync(statistics.Drain(),
            string.Create(CultureInfo.InvariantCulture, $"{first.RunId}-{first.Stage.Number}-{first.Number}"), cancellationToken);
    }

    /// <summary>A measurement's duration begins with the measurement, any other, also of who only answers, with the claim.</summary>
    private static TimeSpan DurationOf(BenchmarkTask task) =>
        task.Key.Stage.Shape == StageShape.Points && MeasureResultText.Read(task.Result).Result is { } result
            ? TimeSpan.FromSeconds(result.ElapsedSeconds)
            : (task.EndedAt - task.ClaimedAt) ?? TimeSpan.Zero;
}
