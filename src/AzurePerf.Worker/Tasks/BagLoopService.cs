using AzurePerf.Core.Measurements;
using AzurePerf.Core.Messages;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Hosting.Lifetime;
using AzurePerf.Storage;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Rows;
using AzurePerf.Worker.Heartbeats;

namespace AzurePerf.Worker.Tasks;

/// <summary>
/// The loop of a bag worker: as many tasks at once as it has slots. Messages are got several at a time, because a get costs as much as a
/// write; those that wait for a slot are few enough to begin within seconds; where they do not, they go back to the other workers.
/// </summary>
internal sealed partial class BagLoopService(
    TaskReceiver receiver,
    WorkerOptions options,
    InjectedFaults faults,
    Availability availability,
    TaskProcessor processor,
    BundleProcessor bundles,
    WorkerPresence presence,
    HeartbeatTrigger heartbeat,
    TimeProvider time,
    ILogger<BagLoopService> logger) : LoopService
{
    private static readonly TimeSpan StoragePause = TimeSpan.FromSeconds(2);

    private readonly IdlePolling _polling = new(options.LongestIdlePause, quickLooks: 5);
    private readonly BagFetch _fetch = new(options.Slots);
    private readonly Queue<(ReceivedMessage Message, long Since)> _waiting = [];
    private readonly Dictionary<Task, long> _running = [];
    private Task<IReadOnlyList<ReceivedMessage>>? _getting;
    private Task? _rest;
    private Task? _patience;

    protected override async Task ExecuteAsync(CancellationToken stoppingToken)
    {
        if (faults.Any)
        {
            LogFaults(faults.ToString());
        }

        using var pauses = CancellationTokenSource.CreateLinkedTokenSource(stoppingToken);
        while (!stoppingToken.IsCancellationRequested)
        {
            StartWaiting(stoppingToken);
            await HandBackLateAsync();
            StartGetting(stoppingToken);
            await Task.WhenAny(Awaited(pauses.Token));
            await ReapAsync(stoppingToken);
        }

        await Task.WhenAll([.. _running.Keys, LeaveAsync(stoppingToken)]);
    }

    /// <summary>Messages that found no slot go to others: those that wait here at once, those of a get that is under way when it is
    /// answered.</summary>
    private async Task LeaveAsync(CancellationToken stoppingToken)
    {
        await receiver.HandBackInTimeAsync(TakeWaiting());
        if (_getting is { } getting)
        {
            await NoteGotAsync(getting, stoppingToken);
            await receiver.HandBackInTimeAsync(TakeWaiting());
        }
    }

    private ReceivedMessage[] TakeWaiting()
    {
        ReceivedMessage[] waiting = [.. _waiting.Select(entry => entry.Message)];
        _waiting.Clear();
        return waiting;
    }

    private void StartWaiting(CancellationToken stoppingToken)
    {
        while (_running.Count < options.Slots && _waiting.Count > 0 && availability.MayTake)
        {
            var began = time.GetTimestamp();

            // Not added: tasks that were over before they could be waited for are all the same one.
            _running[TakeAsync(_waiting.Dequeue().Message, began, stoppingToken)] = began;
        }
    }

    /// <summary>Whatever still waits has found no slot: what has for too long goes to workers that may have one.</summary>
    private async Task HandBackLateAsync()
    {
        List<ReceivedMessage> late = [];
        while (_waiting.TryPeek(out var oldest) && time.GetElapsedTime(oldest.Since) >= BagFetch.LongestWait)
        {
            late.Add(_waiting.Dequeue().Message);
        }

        if (late.Count > 0)
        {
            _fetch.NoteTooMany();
            await receiver.HandBackAsync(late, CancellationToken.None);
        }
    }

    private void StartGetting(CancellationToken stoppingToken)
    {
        var rested = _rest is null or { IsCompleted: true };
        if (_getting is null && rested && _fetch.CountFor(InUse(), _waiting.Count, time) is > 0 and var count && availability.TryBegin())
        {
            _rest = null;
            _getting = receiver.GetAsync(count, stoppingToken);
        }
    }

    private TimeSpan[] InUse() => [.. _running.Values.Select(began => time.GetElapsedTime(began))];

    private IEnumerable<Task> Awaited(CancellationToken pauses)
    {
        foreach (var task in _running.Keys)
        {
            yield return task;
        }

        if (_getting is not null)
        {
            yield return _getting;
        }
        else if (_rest is { IsCompleted: false })
        {
            yield return _rest;
        }

        if (_waiting.Count > 0 || (_getting is null && _rest is null or { IsCompleted: true }))
        {
            yield return _patience is { IsCompleted: false } ? _patience : _patience = PauseAsync(BagFetch.Patience, pauses);
        }
    }

    private async Task ReapAsync(CancellationToken stoppingToken)
    {
        foreach (var ended in _running.Keys.Where(task => task.IsCompleted).ToArray())
        {
            _running.Remove(ended);
            await ended;
        }

        if (_getting is { IsCompleted: true } getting)
        {
            _getting = null;
            await NoteGotAsync(getting, stoppingToken);
        }

        if (_running.Count == 0 && _waiting.Count == 0 && _getting is null)
        {
            availability.End();
        }

        if (!availability.MayTake && _waiting.Count > 0)
        {
            await receiver.HandBackAsync(TakeWaiting(), CancellationToken.None);
        }
    }

    private async Task NoteGotAsync(Task<IReadOnlyList<ReceivedMessage>> getting, CancellationToken stoppingToken)
    {
        try
        {
            var messages = await getting;
            _fetch.NoteGot(messages.Select(message => MessageText.ReadTask(message.Text)).OfType<TaskMessage>());
            foreach (var message in messages)
            {
                _waiting.Enqueue((message, time.GetTimestamp()));
            }

            if (messages.Count > 0)
            {
                _polling.Worked();
            }
            else
            {
                Rest(_polling.NextPause(), stoppingToken);
            }
        }
        catch (OperationCanceledException) when (stoppingToken.IsCancellationRequested)
        {
            // The worker leaves.
        }
        catch (Exception exception) when (StorageFailure.MayPass(exception))
        {
            LogStorage(FailureText.FirstLineOf(exception));
            Rest(StoragePause, stoppingToken);
        }
        catch (Exception exception) when (!ProcessFault.Is(exception, stoppingToken))
        {
            LogFault(exception);
            Rest(StoragePause, stoppingToken);
        }
    }

    private void Rest(TimeSpan pause, CancellationToken stoppingToken)
    {
        if (_running.Count == 0 && presence.ListsTasks)
        {
            // What the row says is wrong now: nothing is executed any more.
            heartbeat.Ask();
        }

        _rest = PauseAsync(pause, stoppingToken);
    }

    /// <summary>A delay that is cancelled lets whoever waits for the first of several tasks go on in the thread pool; one that is awaited
    /// here does not.</summary>
    private async Task PauseAsync(TimeSpan pause, CancellationToken cancellationToken) =>
        await Task.Delay(pause, time, cancellationToken)
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);

    /// <summary>One slot's work. Whatever storage does, the loop goes on.</summary>
    private async Task TakeAsync(ReceivedMessage message, long began, CancellationToken stoppingToken)
    {
        try
        {
            switch (await receiver.TryClaimAsync(message, stoppingToken))
            {
                case []:
                    return;
                case [{ IsBundled: false } task]:
                    await processor.RunAsync(task, message, stoppingToken);
                    _fetch.NoteDuration(StageKey.Of(task.Key), time.GetElapsedTime(began));
                    break;
                case [var first, ..] bundle:
                    await bundles.RunAsync(bundle, message, stoppingToken);
                    _fetch.NoteDuration(StageKey.Of(first.Key), time.GetElapsedTime(began));
                    break;
            }
        }
        catch (Exception exception) when (StorageFailure.MayPass(exception))
        {
            LogStorage(FailureText.FirstLineOf(exception));
        }
        catch (CorruptRowException corrupt)
        {
            LogCorrupt(corrupt.Message);
        }
        catch (Exception exception) when (!ProcessFault.Is(exception, stoppingToken))
        {
            // What one message or one task meets must not end one worker after the other.
            LogFault(exception);
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "This worker injects faults ({Rates}) and flags all that it executes")]
    private partial void LogFaults(string rates);

    [LoggerMessage(Level = LogLevel.Error, Message = "A task cannot be taken: {Reason}")]
    private partial void LogCorrupt(string reason);

    [LoggerMessage(Level = LogLevel.Error, Message = "A message or a task was given up; the next one follows")]
    private partial void LogFault(Exception exception);

    [LoggerMessage(Level = LogLevel.Warning, Message = "The control account does not answer: {Reason}")]
    private partial void LogStorage(string reason);
}
