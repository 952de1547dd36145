using AzurePerf.Core.Measurements;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Worker.Tasks;

/// <summary>
/// How messages come into this worker, and how they go back to the others when it leaves before their tasks have begun: a message that was
/// only dropped would stay hidden for <see cref="EngineTimes.Visibility"/>.
/// </summary>
internal sealed partial class TaskReceiver(
    TaskQueue queue, TaskClaim claim, EngineTimes times, TimeProvider time, ILogger<TaskReceiver> logger)
{
    /// <summary>How long after the stop a get that is under way may still be answered, and how long messages may take to go back.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    /// <summary>
    /// Gets messages. The stop alone does not break it off, because without the answer nobody knows which messages it hid: it has
    /// <see cref="Patience"/> from then on.
    /// </summary>
    /// <param name="count">At most so many, 1 to 32.</param>
    /// <param name="stoppingToken">Cancelled when the worker leaves.</param>
    /// <exception cref="OperationCanceledException">The worker leaves, and there was no answer in time.</exception>
    public async Task<IReadOnlyList<ReceivedMessage>> GetAsync(int count, CancellationToken stoppingToken)
    {
        stoppingToken.ThrowIfCancellationRequested();
        using var withdrawal = new CancellationTokenSource();
        var getting = queue.Tasks.GetAsync(count, times.Visibility, withdrawal.Token);
        await ((Task)getting).WaitAsync(stoppingToken)
            .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing | ConfigureAwaitOptions.ContinueOnCapturedContext);
        if (getting.IsCompleted)
        {
            return await getting;
        }

        using var limit = new CancellationTokenSource(Patience, time);
        using var end = limit.Token.Register(withdrawal.Cancel);
        return await getting;
    }

    /// <summary>
    /// The tasks that this worker now executes; none when the message led to none. A claim is not waited for once the worker leaves: a
    /// worker that takes nothing more and lists nothing counts as quiet, and others begin to measure beside it. Then the message goes back.
    /// </summary>
    public async Task<IReadOnlyList<BenchmarkTask>> TryClaimAsync(ReceivedMessage message, CancellationToken stoppingToken)
    {
        try
        {
            stoppingToken.ThrowIfCancellationRequested();
            return await claim.TryClaimAsync(message, stoppingToken);
        }
        catch (Exception exception)
            when (stoppingToken.IsCancellationRequested && (StorageFailure.MayPass(exception) || exception is OperationCanceledException))
        {
            // If the claim was stored all the same, whoever gets the message finds the row Running and leaves it to the TaskManager.
            await HandBackInTimeAsync([message]);
            return [];
        }
    }

    /// <summary>Shows messages to others at once if storage answers within <see cref="Patience"/>: a worker that leaves has no more
    /// time.</summary>
    public async Task HandBackInTimeAsync(IEnumerable<ReceivedMessage> messages)
    {
        using var limit = new CancellationTokenSource(Patience, time);
        await HandBackAsync(messages, limit.Token);
    }

    /// <summary>Shows messages to others at once.</summary>
    public Task HandBackAsync(IEnumerable<ReceivedMessage> messages, CancellationToken cancellationToken) =>
        Task.WhenAll(messages.Select(message => ShowAsync(message, cancellationToken)));

    private async Task ShowAsync(ReceivedMessage message, CancellationToken cancellationToken)
    {
        try
        {
            await queue.Tasks.TryHideAsync(message, TimeSpan.Zero, cancellationToken);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // It shows itself again later.
            LogKept(message.Id, FailureText.FirstLineOf(exception));
        }
    }

    [LoggerMessage(
        Level = LogLevel.Warning, Message = "Message {MessageId} could not be handed back and stays hidden for a while: {Reason}")]
    private partial void LogKept(string messageId, string reason);
}
