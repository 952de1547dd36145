using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using Azure;
using AzurePerf.Storage.Queues;

namespace AzurePerf.Testing.Storage;

/// <summary>A queue in memory with visibility and pop receipts, on a given clock.</summary>
public sealed class InMemoryMessageQueue(TimeProvider time) : IMessageQueue
{
    private const int MostBytes = 64 << 10;
    private static readonly TimeSpan Longest = TimeSpan.FromDays(7);

    private readonly Lock _lock = new();
    private readonly List<Entry> _entries = [];
    private long _version;

    /// <summary>All messages, hidden ones included.</summary>
    public IReadOnlyList<string> Texts
    {
        get
        {
            lock (_lock)
            {
                return [.. _entries.Select(entry => entry.Text)];
            }
        }
    }

    /// <summary>Whether a message could be received now.</summary>
    public bool HasVisible
    {
        get
        {
            lock (_lock)
            {
                return _entries.Exists(entry => entry.VisibleAt <= time.GetUtcNow());
            }
        }
    }

    /// <summary>A message as it is now, with the receipt that counts; null when it is gone.</summary>
    public ReceivedMessage? Current(string id)
    {
        lock (_lock)
        {
            return _entries.Find(entry => entry.Id == id) is { } entry ? new(entry.Id, entry.PopReceipt, entry.Text) { PutAt = entry.PutAt } : null;
        }
    }

    /// <summary>The service promises no order: any message may be the next.</summary>
    public void Shuffle(Random random)
    {
        lock (_lock)
        {
            random.Shuffle(CollectionsMarshal.AsSpan(_entries));
        }
    }

    /// <summary>Makes hidden messages visible before their time; their receipts stay as they are until somebody receives them. The texts.</summary>
    public IReadOnlyList<string> ShowEarly(Func<string, bool> which)
    {
        lock (_lock)
        {
            var now = time.GetUtcNow();
            var hidden = _entries.FindAll(entry => entry.VisibleAt > now && which(entry.Text));
            hidden.ForEach(entry => entry.VisibleAt = now);
            return [.. hidden.Select(entry => entry.Text)];
        }
    }

    /// <summary>Loses messages, as an emulator that is restarted does. The texts.</summary>
    public IReadOnlyList<string> Lose(Func<string, bool> which)
    {
        lock (_lock)
        {
            var lost = _entries.FindAll(entry => which(entry.Text));
            _entries.RemoveAll(lost.Contains);
            return [.. lost.Select(entry => entry.Text)];
        }
    }

    public Task PutAsync(string text, TimeSpan delay, CancellationToken cancellationToken)
    {
        Check(text);
        lock (_lock)
        {
            _entries.Add(new(Next(), text, time.GetUtcNow()) { VisibleAt = time.GetUtcNow() + Whole(delay) });
        }

        return Task.CompletedTask;
    }

    public Task<ReceivedMessage> PutHiddenAsync(string text, TimeSpan visibility, CancellationToken cancellationToken)
    {
        Check(text);
        Whole(visibility);
        lock (_lock)
        {
            var entry = new Entry(Next(), text, time.GetUtcNow());
            _entries.Add(entry);
            Hide(entry, visibility);
            return Task.FromResult(new ReceivedMessage(entry.Id, entry.PopReceipt, entry.Text) { PutAt = entry.PutAt });
        }
    }

    public Task<IReadOnlyList<ReceivedMessage>> GetAsync(int count, TimeSpan visibility, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(count, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(count, 32);
        Whole(visibility, shortestSeconds: 1);
        lock (_lock)
        {
            var now = time.GetUtcNow();
            var received = _entries.Where(entry => entry.VisibleAt <= now).Take(count).ToArray();
            foreach (var entry in received)
            {
                Hide(entry, visibility);
            }

            return Task.FromResult<IReadOnlyList<ReceivedMessage>>([.. received.Select(entry => new ReceivedMessage(entry.Id, entry.PopReceipt, entry.Text) { PutAt = entry.PutAt })]);
        }
    }

    public Task<ReceivedMessage?> TryHideAsync(ReceivedMessage message, TimeSpan visibility, CancellationToken cancellationToken)
    {
        Check(message.Text);
        Whole(visibility);
        lock (_lock)
        {
            if (Find(message) is not { } entry)
            {
                return Task.FromResult<ReceivedMessage?>(null);
            }

            entry.Text = message.Text;
            Hide(entry, visibility);
            return Task.FromResult<ReceivedMessage?>(message with { PopReceipt = entry.PopReceipt });
        }
    }

    public Task<bool> TryDeleteAsync(ReceivedMessage message, CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            return Task.FromResult(Find(message) is { } entry && _entries.Remove(entry));
        }
    }

    public Task<int> CountAsync(CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            return Task.FromResult(_entries.Count);
        }
    }

    public Task<DateTimeOffset?> FindNextPutAtAsync(CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            return Task.FromResult(_entries.Find(entry => entry.VisibleAt <= time.GetUtcNow())?.PutAt);
        }
    }

    public Task CreateAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>The service answers 413 to a longer message.</summary>
    private static void Check(string text)
    {
        if (Encoding.UTF8.GetByteCount(text) > MostBytes)
        {
            throw new RequestFailedException(413, "The request body is too large and exceeds the maximum permissible limit.", "RequestBodyTooLarge", null);
        }
    }

    /// <summary>The service takes whole seconds, and answers 400 to others than these.</summary>
    private static TimeSpan Whole(TimeSpan time, int shortestSeconds = 0)
    {
        var whole = TimeSpan.FromSeconds(Math.Ceiling(time.TotalSeconds));
        return whole >= TimeSpan.FromSeconds(shortestSeconds) && whole <= Longest
            ? whole
            : throw new RequestFailedException(400, "One of the query parameters specified in the request URI is outside the permissible range.", "OutOfRangeQueryParameterValue", null);
    }

    private Entry? Find(ReceivedMessage message) =>
        _entries.Find(entry => entry.Id == message.Id && entry.PopReceipt == message.PopReceipt);

    private void Hide(Entry entry, TimeSpan visibility)
    {
        entry.VisibleAt = time.GetUtcNow() + Whole(visibility);
        entry.PopReceipt = Next();
    }

    private string Next() => (++_version).ToString(CultureInfo.InvariantCulture);

    private sealed class Entry(string id, string text, DateTimeOffset putAt)
    {
        public string Id { get; } = id;

        public string Text { get; set; } = text;

        public DateTimeOffset PutAt { get; } = putAt;

        public string PopReceipt { get; set; } = "";

        public DateTimeOffset VisibleAt { get; set; }
    }
}
