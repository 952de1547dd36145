using AzurePerf.Core.Measurements;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Programs;
using AzurePerf.Storage.Rows;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Programs;

/// <summary>Ends a program that is revoked while it runs or waits for its place.</summary>
internal sealed partial class RevocationWatch(
    ProgramStore store, ControlPlaneRetry requests, EngineTimes times, TimeProvider time, ILogger<RevocationWatch> logger)
{
    private const string WhileItRan = "while it ran, so its result is not kept";
    private static readonly TimeSpan ShortestPause = TimeSpan.FromSeconds(10);

    /// <summary>How long after a look the next one follows: each costs a request.</summary>
    private TimeSpan Pause => times.Heartbeat > ShortestPause ? times.Heartbeat : ShortestPause;

    /// <summary>Runs a program, and looks before, meanwhile and at its end whether it is revoked.</summary>
    /// <param name="hash">The program.</param>
    /// <param name="runAsync">Runs it; cancelled, it ends it.</param>
    /// <param name="stop">Ends it too.</param>
    /// <exception cref="ExecutionEndedException">It was revoked: it has not begun or has ended, and nothing of it is kept.</exception>
    public async Task<T> RunAsync<T>(string hash, Func<CancellationToken, Task<T>> runAsync, CancellationToken stop)
    {
        await DemandAsync(hash, "before it began", stop);
        using var ending = CancellationTokenSource.CreateLinkedTokenSource(stop);
        var running = runAsync(ending.Token);
        try
        {
            await WatchAsync(hash, running, stop);
        }
        catch
        {
            ending.Cancel();
            await ((Task)running)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
            throw;
        }

        return await running;
    }

    private async Task WatchAsync(string hash, Task running, CancellationToken stop)
    {
        using var pauses = CancellationTokenSource.CreateLinkedTokenSource(stop);
        while (!running.IsCompleted)
        {
            await Task.WhenAny(running, Task.Delay(Pause, time, pauses.Token));
            stop.ThrowIfCancellationRequested();
            if (!running.IsCompleted)
            {
                await LookAsync(hash, stop);
            }
        }

        pauses.Cancel();
        if (running.IsCompletedSuccessfully)
        {
            await DemandAsync(hash, WhileItRan, stop);
        }
    }

    /// <summary>Looks until the account has answered.</summary>
    private async Task DemandAsync(string hash, string since, CancellationToken stop) =>
        Demand(await requests.RepeatAsync(() => FindAsync(hash, stop), stop), since);

    /// <summary>An account that does not answer ends no program: it is asked again.</summary>
    private async Task LookAsync(string hash, CancellationToken stop)
    {
        try
        {
            Demand(await FindAsync(hash, stop), WhileItRan);
        }
        catch (Exception exception)
            when ((StorageFailure.MayPass(exception) || StorageFailure.IsRefusal(exception)) && !stop.IsCancellationRequested)
        {
            LogUnknown(hash[..ProgramHash.ShortestPrefix], FailureText.FirstLineOf(exception));
        }
    }

    /// <summary>The program; null where its row makes no sense, which does not say that somebody revoked it.</summary>
    private async Task<StoredProgram?> FindAsync(string hash, CancellationToken stop)
    {
        try
        {
            return await store.FindAsync(hash, stop);
        }
        catch (CorruptRowException corrupt)
        {
            LogUnknown(hash[..ProgramHash.ShortestPrefix], corrupt.Message);
            return null;
        }
    }

    private static void Demand(StoredProgram? program, string since)
    {
        if (program is { IsRevoked: true })
        {
            throw new ExecutionEndedException(
                FailureCause.BadInput,
                $"Program {program.ShortName} was revoked {since}: {program.RevocationText}.");
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "Whether program {Hash} was revoked cannot be asked: {Reason}")]
    private partial void LogUnknown(string hash, string reason);
}
