using System.Text.Json;
using AzurePerf.Core.Kinds;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Tasks;

namespace AzurePerf.TaskManager.Kinds;

/// <summary>Notes how the executions of points, of prepare and of clean tasks ended. Those of bags are noted when the bag is closed.</summary>
internal sealed class FinishedTasks(AttemptStore attempts, KindBook book)
{
    /// <summary>Notes tasks that have just become terminal and are counted as such. Of a point the ends without a result were noted when they were decided.</summary>
    public async Task NoteAsync(RunState run, IReadOnlyList<BenchmarkTask> finished, CancellationToken cancellationToken)
    {
        foreach (var task in finished)
        {
            if (task is { Status: BenchmarkTaskStatus.Done, IsReused: false, EndedAt: { } endedAt })
            {
                book.Note(TaskKinds.Of(run, task), endedAt, KindTally.OfSuccess(DurationOf(task)));
            }

            if (task.Key.Stage.Kind != StageKind.Measure)
            {
                await NoteEndsAsync(run, task, cancellationToken);
            }
        }
    }

    /// <summary>Notes an execution of a point that ended without a result.</summary>
    public void NoteEnd(RunState run, BenchmarkTask task, FailureCause cause, DateTimeOffset endedAt) =>
        book.Note(TaskKinds.Of(run, task), endedAt, KindTally.OfEnd(cause));

    private async Task NoteEndsAsync(RunState run, BenchmarkTask task, CancellationToken cancellationToken)
    {
        await using var record = new RecordedEnds(attempts.ListAsync(task.Key.RunId, task.Key.Stage, task.Key.Shard, cancellationToken));
        foreach (var end in await record.OfAsync(task))
        {
            book.Note(TaskKinds.Of(run, task.Key.Stage, null, end.Sku), end.EndedAt, KindTally.OfEnd(end.Cause));
        }
    }

    /// <summary>A measurement's duration begins with the measurement, any other with the claim.</summary>
    private static TimeSpan DurationOf(BenchmarkTask task) =>
        task.Key.Stage.Kind == StageKind.Measure && JsonSerializer.Deserialize<MeasureResult>(task.Result, RowJson.Options)?.Summary is { } summary
            ? TimeSpan.FromSeconds(summary.ElapsedSeconds)
            : (task.EndedAt - task.ClaimedAt) ?? TimeSpan.Zero;
}
