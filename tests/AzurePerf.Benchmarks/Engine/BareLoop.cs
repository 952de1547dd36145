using System.Collections.Concurrent;
using System.Globalization;
using AzurePerf.Storage;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>
/// The storage requests of a bag and nothing else: rows in transactions of 100, a cursor, a message for each, and in as many lanes as the engine has slots a merge, a merge and
/// a delete for each message. It decides nothing, remembers nothing and recovers nothing.
/// </summary>
internal sealed class BareLoop
{
    private const int Block = 100;
    private const int PutLanes = 16;
    private const int Window = 256;
    private const int MessagesPerGet = 16;
    private const string Table = ControlNames.TasksTable;
    private static readonly TimeSpan Visibility = TimeSpan.FromMinutes(10);
    private static readonly TimeSpan LookPause = TimeSpan.FromMilliseconds(10);

    private readonly ControlPlane _producer;
    private readonly ControlPlane[] _consumers;
    private int _finished;
    private int _bags;

    /// <param name="connect">Opens the control account, each time with connections of its own.</param>
    public BareLoop(Func<ControlPlane> connect)
    {
        _producer = connect();
        _consumers = [.. Enumerable.Range(0, EngineSettings.UsualWorkers).Select(_ => connect())];
    }

    public Task CreateAsync(CancellationToken cancellationToken) => _producer.CreateAsync(cancellationToken);

    /// <summary>Tasks per second.</summary>
    public async Task<double> ExecuteAsync(int tasks, CancellationToken cancellationToken)
    {
        _finished = 0;
        var start = TimeProvider.System.GetTimestamp();
        await Task.WhenAll([ProduceAsync($"bare{++_bags}", tasks, cancellationToken), .. _consumers.Select(consumer => ConsumeAsync(consumer, tasks, cancellationToken))]);
        return tasks / TimeProvider.System.GetElapsedTime(start).TotalSeconds;
    }

    private async Task ProduceAsync(string bag, int tasks, CancellationToken cancellationToken)
    {
        var cursor = new Row(bag, "cursor") { ["v"] = 1, ["created"] = 0 };
        var cursorTag = await _producer.Rows.TryInsertAsync(Table, cursor, cancellationToken);
        for (var made = 0; made < tasks;)
        {
            while (made - Volatile.Read(ref _finished) >= Window)
            {
                await Task.Delay(LookPause, TimeProvider.System, cancellationToken);
            }

            var rows = Enumerable.Range(made, Math.Min(Block, tasks - made)).Select(number => RowOf(bag, number)).ToArray();
            var tags = await _producer.Rows.TryWriteAllAsync(Table, [.. rows.Select(row => new RowWrite(row, null))], cancellationToken);
            var texts = new ConcurrentQueue<string>(rows.Zip(tags!, (row, tag) => $"{row.PartitionKey}|{row.RowKey}|{tag}"));
            await Task.WhenAll(Enumerable.Range(0, PutLanes).Select(async _ =>
            {
                while (texts.TryDequeue(out var text))
                {
                    await _producer.BagTasks.PutAsync(text, TimeSpan.Zero, cancellationToken);
                }
            }));
            made += rows.Length;
            cursor["created"] = made;
            cursorTag = await _producer.Rows.TryReplaceAsync(Table, cursor, cursorTag!, cancellationToken);
        }
    }

    private async Task ConsumeAsync(ControlPlane consumer, int tasks, CancellationToken cancellationToken)
    {
        var waiting = new ConcurrentQueue<ReceivedMessage>();
        using var getting = new SemaphoreSlim(1);
        await Task.WhenAll(Enumerable.Range(0, EngineSettings.UsualSlots).Select(_ => LaneAsync()));

        async Task LaneAsync()
        {
            while (Volatile.Read(ref _finished) < tasks)
            {
                if (waiting.TryDequeue(out var message))
                {
                    await ExecuteAsync(consumer, message, cancellationToken);
                    Interlocked.Increment(ref _finished);
                }
                else if (!await TryGetAsync())
                {
                    await Task.Delay(LookPause, TimeProvider.System, cancellationToken);
                }
            }
        }

        async Task<bool> TryGetAsync()
        {
            await getting.WaitAsync(cancellationToken);
            try
            {
                if (waiting.IsEmpty)
                {
                    foreach (var message in await consumer.BagTasks.GetAsync(MessagesPerGet, Visibility, cancellationToken))
                    {
                        waiting.Enqueue(message);
                    }
                }

                return !waiting.IsEmpty;
            }
            finally
            {
                getting.Release();
            }
        }
    }

    private static async Task ExecuteAsync(ControlPlane consumer, ReceivedMessage message, CancellationToken cancellationToken)
    {
        var parts = message.Text.Split('|');
        var claim = new Row(parts[0], parts[1]) { ["st"] = "Running", ["owner"] = "bare", ["o"] = message.Id, ["claimedAt"] = TimeProvider.System.GetUtcNow() };
        var tag = await consumer.Rows.TryMergeAsync(Table, claim, parts[2], cancellationToken);
        var result = new Row(parts[0], parts[1]) { ["st"] = "Done", ["endedAt"] = TimeProvider.System.GetUtcNow(), ["cause"] = "", ["error"] = "", ["result"] = "{}" };
        await consumer.Rows.TryMergeAsync(Table, result, tag!, cancellationToken);
        await consumer.BagTasks.TryDeleteAsync(message, cancellationToken);
    }

    private static Row RowOf(string bag, int number) => new($"{number / Block % 64:D2}-{bag}", number.ToString("D8", CultureInfo.InvariantCulture))
    {
        ["v"] = 1,
        ["st"] = "Ready",
        ["a"] = 1,
        ["owner"] = "",
        ["o"] = "",
        ["readyAt"] = TimeProvider.System.GetUtcNow(),
        ["error"] = "",
        ["result"] = "",
    };
}
