using AzurePerf.Simulation.Faults;
using AzurePerf.Storage.Queues;
using AzurePerf.Testing.Storage;

namespace AzurePerf.Simulation.Ports;

/// <summary>A queue as one process sees it: unordered, with doubled and early messages and a stale count.</summary>
/// <param name="wire">The process's connection.</param>
/// <param name="queue">The queue itself.</param>
/// <param name="noun">What its messages are called in arrows.</param>
/// <param name="adversary">Decides what goes wrong.</param>
/// <param name="watch">Told of each message put and deleted; null for a queue that nobody watches.</param>
internal sealed class ProcessQueue(Wire wire, InMemoryMessageQueue queue, string noun, Adversary adversary, MessageWatch? watch) : IMessageQueue
{
    private int _staleCount;

    public Task PutAsync(string text, TimeSpan delay, CancellationToken cancellationToken) =>
        wire.SendAsync(Change("put", text), () => Put(text, delay), cancellationToken);

    public Task<ReceivedMessage> PutHiddenAsync(string text, TimeSpan visibility, CancellationToken cancellationToken) => wire.SendAsync(
        Request.Read(ServiceKind.Queues, () => $"hidden {noun}"), () => ControlAccount.Now(queue.PutHiddenAsync(text, visibility, CancellationToken.None)), cancellationToken);

    public Task<IReadOnlyList<ReceivedMessage>> GetAsync(int count, TimeSpan visibility, CancellationToken cancellationToken)
    {
        // A look at an empty queue changes nothing.
        var request = new Request(ServiceKind.Queues, queue.HasVisible ? $"{noun}: got" : null, () => $"up to {count} of {noun}");
        return wire.SendAsync(request, () => Get(count, visibility), cancellationToken);
    }

    public Task<ReceivedMessage?> TryHideAsync(ReceivedMessage message, TimeSpan visibility, CancellationToken cancellationToken) =>
        wire.SendAsync(
            Change("hidden", message.Text), () => Hide(message, visibility), cancellationToken);

    public Task<bool> TryDeleteAsync(ReceivedMessage message, CancellationToken cancellationToken) =>
        wire.SendAsync(Change("deleted", message.Text), () => Delete(message), cancellationToken);

    public Task<int> CountAsync(CancellationToken cancellationToken) =>
        wire.SendAsync(Request.Read(ServiceKind.Queues, () => $"count of {noun}"), Count, cancellationToken);

    public Task<DateTimeOffset?> FindNextPutAtAsync(CancellationToken cancellationToken) => wire.SendAsync(
        Request.Read(ServiceKind.Queues, () => $"peek at {noun}"), () => ControlAccount.Now(queue.FindNextPutAtAsync(CancellationToken.None)), cancellationToken);

    public Task CreateAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    private Request Change(string verb, string text) => new(ServiceKind.Queues, $"{noun}: {verb}", () => text);

    private bool Put(string text, TimeSpan delay)
    {
        if (watch?.Sabotage.PutsNow(wire.Process, queue, text, delay) == false)
        {
            return true;
        }

        for (var copies = adversary.Strikes($"{noun}: put", FaultKind.Doubled) ? 2 : 1; copies > 0; copies--)
        {
            ControlAccount.Now(queue.PutAsync(text, delay, CancellationToken.None));
        }

        watch?.Put(text);
        return true;
    }

    private IReadOnlyList<ReceivedMessage> Get(int count, TimeSpan visibility)
    {
        adversary.Reorder(queue, noun);
        var messages = ControlAccount.Now(queue.GetAsync(count, visibility, CancellationToken.None));
        foreach (var message in messages)
        {
            watch?.Got(wire.Process, message);
        }

        watch?.Sabotage.AfterGet(wire.Process, queue, messages);
        return messages;
    }

    private ReceivedMessage? Hide(ReceivedMessage message, TimeSpan visibility)
    {
        if (watch?.Sabotage.HidesNow(wire.Process, message, visibility) == false)
        {
            return message;
        }

        var before = queue.Current(message.Id);
        var hidden = ControlAccount.Now(queue.TryHideAsync(message, visibility, CancellationToken.None));
        if (hidden is not null)
        {
            watch?.Hidden(wire.Process, before!.Text, message.Text);
        }

        return hidden;
    }

    private bool Delete(ReceivedMessage message)
    {
        var done = ControlAccount.Now(queue.TryDeleteAsync(message, CancellationToken.None));
        if (done)
        {
            watch?.Deleted(wire.Process, message.Text);
        }

        return done;
    }

    private int Count()
    {
        var count = ControlAccount.Now(queue.CountAsync(CancellationToken.None));
        var answer = _staleCount != count && adversary.Strikes($"{noun}: counted", FaultKind.StaleCount) ? _staleCount : count;
        _staleCount = count;
        return answer;
    }
}
