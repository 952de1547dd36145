using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;

namespace AzurePerf.TaskManager.Dispatch;

/// <summary>Keeps on record every execution that ended without a result. Called only after the decision is stored: an execution that ended
/// well while its worker was taken for dead must not be on record as lost.</summary>
internal sealed class AbnormalEnds(AttemptStore attempts, EventStore events)
{
    /// <param name="before">The task while it was executed, or as its worker left it.</param>
    /// <param name="after">The task as it was decided and stored.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    /// <param name="stage">What the experiment calls the stage of a bag's task.</param>
    public async Task KeepAsync(BenchmarkTask before, BenchmarkTask after, CancellationToken cancellationToken, string? stage = null)
    {
        var endsExecution = before.Status == BenchmarkTaskStatus.Censored || after.Failures != before.Failures;
        if (endsExecution && after.FailureCause is { } cause)
        {
            if (!FailureTaxonomy.IsReuse(cause))
            {
                await attempts.AddAsync(before with { EndedAt = after.EndedAt }, cause, after.Error, cancellationToken);
            }

            await events.AppendAsync(before.Key.RunId, SentenceOf(before, after, stage), cancellationToken);
        }
    }

    /// <summary>What people call a task.</summary>
    public static string Subject(BenchmarkTask task, string? stage = null) =>
        task.Order.Point is { } point ? PointSubject(task, point)
        : task.Key.Stage.Shape == StageShape.Bag ? $"task {task.Key.Number + 1} of {stage ?? task.Key.Stage.ToString()}"
        : task.Key.Stage.Kind == StageKind.Prepare ? "preparing the data"
        : "cleaning up";

    private static string PointSubject(BenchmarkTask task, int point) =>
        task.Order.Members > 1 ? $"point {point}, worker {task.Order.Member + 1} of {task.Order.Members}" : $"point {point}";

    private static string SentenceOf(BenchmarkTask before, BenchmarkTask after, string? stage)
    {
        var next = after.Status switch
        {
            BenchmarkTaskStatus.Ready => $"attempt {after.Attempt} follows",
            BenchmarkTaskStatus.Cancelled => "the run is cancelled",
            BenchmarkTaskStatus.Done => "what is there is taken",
            _ => "given up",
        };
        return $"{Subject(before, stage)}, attempt {before.Attempt}: "
            + $"{(after.FailureCause is { } cause ? FailureTaxonomy.Of(cause).Label + ", " : "")}{after.Error}; {next}";
    }
}
