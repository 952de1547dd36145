using AzurePerf.Storage.Queues;

namespace AzurePerf.UnitTests.Worker;

/// <summary>A queue whose gets can be held: their messages are hidden from others, and the answer comes when the test lets it. Deletions fail as the test says.</summary>
internal sealed class HeldMessageQueue(IMessageQueue queue) : IMessageQueue
{
    private readonly TaskCompletionSource _asked = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _answered = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Whether gets are held that bring a message.</summary>
    public bool Holds { get; set; }

    /// <summary>Asked before each deletion: what it fails with; null where it does not.</summary>
    public Func<ReceivedMessage, Exception?> Refusal { get; set; } = _ => null;

    /// <summary>Completes when a get is held.</summary>
    public Task Asked => _asked.Task;

    /// <summary>Lets the answer through.</summary>
    public void Answer() => _answered.SetResult();

    public Task<ReceivedMessage> PutHiddenAsync(string text, TimeSpan visibility, CancellationToken cancellationToken) => queue.PutHiddenAsync(text, visibility, cancellationToken);

    public async Task<IReadOnlyList<ReceivedMessage>> GetAsync(int count, TimeSpan visibility, CancellationToken cancellationToken)
    {
        var messages = await queue.GetAsync(count, visibility, cancellationToken);
        if (Holds && messages.Count > 0)
        {
            _asked.TrySetResult();
            await _answered.Task.WaitAsync(cancellationToken);
        }

        return messages;
    }

    public Task PutAsync(string text, TimeSpan delay, CancellationToken cancellationToken) => queue.PutAsync(text, delay, cancellationToken);

    public Task<ReceivedMessage?> TryHideAsync(ReceivedMessage message, TimeSpan visibility, CancellationToken cancellationToken) =>
        queue.TryHideAsync(message, visibility, cancellationToken);

    public Task<bool> TryDeleteAsync(ReceivedMessage message, CancellationToken cancellationToken) =>
        Refusal(message) is { } refusal ? Task.FromException<bool>(refusal) : queue.TryDeleteAsync(message, cancellationToken);

    public Task<int> CountAsync(CancellationToken cancellationToken) => queue.CountAsync(cancellationToken);

    public Task<DateTimeOffset?> FindNextPutAtAsync(CancellationToken cancellationToken) => queue.FindNextPutAtAsync(cancellationToken);

    public Task CreateAsync(CancellationToken cancellationToken) => queue.CreateAsync(cancellationToken);
}
