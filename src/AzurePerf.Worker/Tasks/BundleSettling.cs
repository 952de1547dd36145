using AzurePerf.Core.Metrics;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Tasks;

/// <summary>Stores what became of tasks that were claimed together: results with one another, what fails by itself, and what never began as
/// something to be done.</summary>
internal sealed partial class BundleSettling(
    TaskCommit single,
    BundleCommit commit,
    MessageSettling messages,
    StageTallies tallies,
    ExecutionMetrics metrics,
    EngineTimes times,
    TimeProvider time,
    ILogger<BundleSettling> logger)
{
    /// <summary>Characters of results that are stored together: escaped as JSON, each can take six bytes of the 4 MB that a transaction
    /// has.</summary>
    private const int MostCharacters = 500_000;

    /// <summary>Keeps a result until half a heartbeat has passed since some were stored, or they become many.</summary>
    public async Task AddAsync(Bundle bundle, BundledResult ended)
    {
        if (bundle.Unstored.Sum(one => one.Completed.Result.Length) + ended.Completed.Result.Length > MostCharacters)
        {
            await FlushAsync(bundle);
        }

        bundle.Unstored.Add(ended);
        bundle.Note();
        if (time.GetElapsedTime(bundle.FlushedAt) >= times.Heartbeat / 2)
        {
            await FlushAsync(bundle);
        }
    }

    /// <summary>Stores an execution that brought no result, at once.</summary>
    public async Task FailAsync(Bundle bundle, BenchmarkTask task, ExecutionEnd end, TimeSpan elapsed)
    {
        var cause = end.Failure!.Cause;
        await FlushAsync(bundle);
        if (await single.TryStoreAsync(task, end, CancellationToken.None) is { } stored)
        {
            await NoteAsync(bundle, stored, cause, end.Failure.Error, elapsed);
        }
    }

    /// <summary>Stores the results that are kept, together.</summary>
    public async Task FlushAsync(Bundle bundle)
    {
        bundle.FlushedAt = time.GetTimestamp();
        if (bundle.Unstored.Count == 0)
        {
            return;
        }

        var elapsed = bundle.Unstored.ToDictionary(one => one.Claimed.Key.Number, one => one.Elapsed);
        foreach (var stored in await commit.StoreAsync(bundle.Unstored))
        {
            elapsed.Remove(stored.Key.Number, out var took);
            await NoteAsync(bundle, stored, stored.Status == BenchmarkTaskStatus.Done ? null : stored.FailureCause, stored.Error, took);
        }

        foreach (var number in elapsed.Keys)
        {
            LogLost(number, bundle.Unstored[0].Claimed.Key);
            bundle.LostSome = true;
        }

        bundle.Unstored.Clear();
        bundle.Note();
    }

    /// <summary>Gives back what has not begun, uncharged, each task with a message of its own.</summary>
    public async Task ReturnWaitingAsync(Bundle bundle)
    {
        if (bundle.Waiting.Count == 0)
        {
            return;
        }

        BenchmarkTask[] waiting = [.. bundle.Waiting];
        bundle.Waiting.Clear();
        var ready = await commit.ReturnAsync(waiting);
        await Task.WhenAll(ready.Select(task => messages.PutAloneAsync(task, bundle.Held.Message)));

        LogReturned(waiting.Length, waiting[0].Key);
        bundle.Note();
    }

    /// <summary>Stores what is done, gives back the rest, and deletes the message when it leads to no other tasks.</summary>
    public async Task EndAsync(Bundle bundle)
    {
        await FlushAsync(bundle);
        await ReturnWaitingAsync(bundle);

        // Where others have some of its tasks, it may be the only message that still leads to those.
        if (bundle.Others.Count == 0 || await commit.AreOverAsync(bundle.Others))
        {
            await messages.DeleteAsync(bundle.Held.Message);
        }
    }

    /// <summary>Counts the end of an execution. Its task needs a message of its own where it is not the last one.</summary>
    private async Task NoteAsync(Bundle bundle, BenchmarkTask stored, FailureCause? cause, string error, TimeSpan elapsed)
    {
        LogEnded(stored.Key, stored.Attempt, stored.Status, error);
        tallies.Add(stored.Key, cause, stored.Status == BenchmarkTaskStatus.Dead, elapsed);
        metrics.NoteEnded(stored.Key, cause, elapsed);
        if (stored.Status == BenchmarkTaskStatus.Ready)
        {
            await messages.PutAloneAsync(stored, bundle.Held.Message);
        }
    }

    [LoggerMessage(Level = LogLevel.Debug, Message = "Attempt {Attempt} of task {Task} ended: {Status} {Error}")]
    private partial void LogEnded(TaskKey task, int attempt, BenchmarkTaskStatus status, string error);

    [LoggerMessage(Level = LogLevel.Information, Message = "{Count} tasks that waited behind others go back, the first is {Task}")]
    private partial void LogReturned(int count, TaskKey task);

    [LoggerMessage(
        Level = LogLevel.Warning, Message = "Task {Number}, claimed with {Task}, was taken from this worker; its result does not count")]
    private partial void LogLost(int number, TaskKey task);
}
