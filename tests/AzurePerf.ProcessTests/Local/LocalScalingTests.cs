using System.Text.Json.Nodes;
using Azure.Storage.Queues;
using Azure.Storage.Queues.Models;
using AzurePerf.Cli.Local;
using AzurePerf.Core.Runs;
using AzurePerf.ProcessTests.Faults;
using AzurePerf.ProcessTests.Runs;

namespace AzurePerf.ProcessTests.Local;

/// <summary>A cluster of up to four measure workers, each of which goes as soon as it is needed no more.</summary>
public sealed class ShortStays(Emulators emulators) : IAsyncLifetime
{
    /// <summary>Slow beside the looks: what a worker has begun is known late, and must not be stopped all the same.</summary>
    private static readonly Dictionary<string, string> SlowHeartbeat = new() { ["Engine:Heartbeat"] = "00:00:05", ["Worker:LongestIdlePause"] = "00:00:00.5" };

    private RunningCluster? _cluster;

    internal RunningCluster Cluster => _cluster ?? throw new InvalidOperationException("the cluster has not been started");

    internal SaidLines Said { get; } = new();

    public async ValueTask InitializeAsync() => _cluster = await StartAsync(4, TimeSpan.Zero, Said);

    public ValueTask DisposeAsync() => _cluster?.DisposeAsync() ?? ValueTask.CompletedTask;

    internal Task<RunningCluster> StartAsync(int mostWorkers, TimeSpan cooldown, SaidLines said) => RunningCluster.StartAsync(
        options => options with { Workers = 0, MostWorkers = mostWorkers, BagSlots = 2, Pace = new(TimeSpan.FromSeconds(0.2), cooldown), HostSettings = SlowHeartbeat }, said, emulators);
}

public sealed class LocalScalingTests(ShortStays shared, ITestOutputHelper output) : IClassFixture<ShortStays>
{
    private static readonly TimeSpan Hidden = TimeSpan.FromMinutes(5);

    private readonly SaidLines _said = new();

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Workers_come_with_messages_and_go_without_them_each_pool_by_itself()
    {
        await using var cluster = await shared.StartAsync(3, TimeSpan.FromSeconds(1), _said);
        Assert.Empty(cluster.WorkerNames);

        // Hidden ones: counted as those of running tasks are, and read by nobody.
        var measure = await PutAsync(cluster.ControlQueue("tasks-measure"), 1);
        await _said.UntilAsync(line => line == "1 message on tasks-measure: starting a measure worker", Cancelled);
        var bag = await PutAsync(cluster.ControlQueue("tasks-bag"), 2);
        await _said.UntilAsync(line => line.EndsWith(" on tasks-bag: starting a bag worker", StringComparison.Ordinal), Cancelled);
        var more = await PutAsync(cluster.ControlQueue("tasks-measure"), 5);
        await UntilAsync(() => cluster.WorkerNames.Count == 4);
        Assert.Equal(["bag-worker-1", "worker-1", "worker-2", "worker-3"], cluster.WorkerNames);

        await DeleteAsync(cluster.ControlQueue("tasks-measure"), [.. measure, .. more]);
        var lines = await _said.UntilAsync(line => line.StartsWith("tasks-measure needed no worker for 1 s: stopping worker-", StringComparison.Ordinal), Cancelled);
        Assert.DoesNotContain(lines, line => line.Contains("bag", StringComparison.Ordinal));
        await UntilAsync(() => cluster.WorkerNames is ["bag-worker-1"]);

        await DeleteAsync(cluster.ControlQueue("tasks-bag"), bag);
        await _said.UntilAsync(line => line == "tasks-bag needed no worker for 1 s: stopping bag-worker-1", Cancelled);
        await UntilAsync(() => cluster.WorkerNames.Count == 0);
        Assert.DoesNotContain(_said.Rest(), line => line.Contains("takes its place", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_run_is_measured_from_zero_workers_and_none_is_stopped_while_it_measures()
    {
        var cluster = await WithoutWorkersAsync();

        var runId = await cluster.SubmitAsync(new JsonObject
        {
            ["experiment"] = "queue.add",
            ["repetitions"] = 2,
            ["parameters"] = new JsonObject { ["clients"] = new JsonArray(1), ["operationsPerClient"] = 0, ["durationSeconds"] = 2, ["warmUpSeconds"] = 0.1 },
        });
        var run = await cluster.UntilEndedAsync(runId);

        Assert.Equal((RunStatus.Completed, 2, 0), (run.Status, run.PointsFinished, run.PointsFailed));
        Assert.All(await cluster.PointsAsync(runId), point => Assert.Equal(1, point.Attempt));
        await UntilOneIsStoppedAsync(cluster);
    }

    [Fact]
    public async Task A_gang_of_four_starts_from_zero_workers_and_none_of_it_is_stopped_by_scale_in()
    {
        var cluster = await WithoutWorkersAsync();
        var (began, most) = (TimeProvider.System.GetTimestamp(), 0);

        var runId = await cluster.SubmitAsync(new JsonObject
        {
            ["experiment"] = "queue.add",
            ["workers"] = 4,
            ["repetitions"] = 1,
            ["parameters"] = new JsonObject { ["clients"] = new JsonArray(4), ["operationsPerClient"] = 0, ["durationSeconds"] = 2, ["warmUpSeconds"] = 0.1 },
        });
        var run = await cluster.UntilAsync(runId, state =>
        {
            var now = cluster.WorkerNames.Count;
            if (now > most)
            {
                Say($"{most = now} workers");
            }

            return state.Status.IsTerminal();
        });
        Say($"{run.Status}");

        Assert.Equal(4, most);
        Assert.Equal((RunStatus.Completed, 1, 0), (run.Status, run.PointsFinished, run.PointsFailed));
        var point = Assert.Single(await cluster.PointsAsync(runId));
        Assert.Equal((1, 4, 4), (point.Attempt, point.Summary!.Clients, point.Summary.ClientsFinished));
        Assert.True(point.Summary is { StartSkewSeconds: > 0, StartSkewBoundSeconds: > 0 }, $"skew {point.Summary.StartSkewSeconds} s, known to {point.Summary.StartSkewBoundSeconds} s");
        var lines = await UntilOneIsStoppedAsync(cluster);
        Assert.DoesNotContain(lines, line => line.Contains("takes its place", StringComparison.Ordinal));
        Say("the first is stopped");

        void Say(string what) => output.WriteLine(FormattableString.Invariant($"{TimeProvider.System.GetElapsedTime(began).TotalSeconds,6:0.0} s  {what}"));
    }

    [Fact]
    public async Task A_worker_that_is_killed_in_a_scaled_pool_is_replaced()
    {
        var cluster = await WithoutWorkersAsync();
        var message = await PutAsync(cluster.ControlQueue("tasks-measure"), 1);
        await UntilAsync(() => cluster.WorkerNames.Count == 1);
        var killed = cluster.WorkerNames[0];

        OperatingSystemProcess.Signal(cluster.ProcessCalled(killed), OperatingSystemProcess.Kill);

        var lines = await shared.Said.UntilAsync(line => line.EndsWith(" takes its place", StringComparison.Ordinal), Cancelled);
        var successor = Assert.Single(cluster.WorkerNames);
        Assert.StartsWith(killed, lines[^1], StringComparison.Ordinal);
        Assert.EndsWith($"{successor} takes its place", lines[^1], StringComparison.Ordinal);
        Assert.NotEqual(killed, successor);
        await DeleteAsync(cluster.ControlQueue("tasks-measure"), message);
    }

    [Fact]
    public async Task People_change_the_limits_of_a_pool_while_it_runs()
    {
        var cluster = await WithoutWorkersAsync();

        await ScaleAsync(cluster, 2, 3, 200);
        await shared.Said.UntilAsync(line => line == "the pool measure now has 2 to 3 workers, as local asked for", Cancelled);
        await UntilAsync(() => cluster.WorkerNames.Count >= 2);

        await ScaleAsync(cluster, 3, 2, 400);
        await ScaleAsync(cluster, 0, 4, 200);
        await UntilOneIsStoppedAsync(cluster);
    }

    /// <summary>What was said until then. Where nobody is stopped, the test says what the pool looks at.</summary>
    private async Task<IReadOnlyList<string>> UntilOneIsStoppedAsync(RunningCluster cluster)
    {
        try
        {
            return await shared.Said.UntilAsync(line => line.StartsWith("tasks-measure needed no worker for 0 s: stopping worker-", StringComparison.Ordinal), Cancelled);
        }
        catch (Xunit.Sdk.XunitException)
        {
            QueueProperties queue = await cluster.ControlQueue("tasks-measure").GetPropertiesAsync(Cancelled);
            output.WriteLine($"{queue.ApproximateMessagesCount} messages; {string.Join(' ', cluster.WorkerNames)}");
            output.WriteLine(await cluster.Http.GetStringAsync("api/v1/workers", Cancelled));
            output.WriteLine(cluster.Logs);
            throw;
        }
    }

    private static async Task ScaleAsync(RunningCluster cluster, int min, int max, int expected)
    {
        using var content = new StringContent(new JsonObject { ["min"] = min, ["max"] = max }.ToJsonString(), System.Text.Encoding.UTF8, "application/json");
        using var answer = await cluster.Http.PutAsync("api/v1/workers/measure/scale", content, Cancelled);
        Assert.True((int)answer.StatusCode == expected, await answer.Content.ReadAsStringAsync(Cancelled));
    }

    /// <summary>The cluster that tests share, once the workers of the one before have gone.</summary>
    private async Task<RunningCluster> WithoutWorkersAsync()
    {
        await UntilAsync(() => shared.Cluster.WorkerNames.Count == 0);
        shared.Said.Rest();
        return shared.Cluster;
    }

    private static async Task<IReadOnlyList<SendReceipt>> PutAsync(QueueClient queue, int count)
    {
        var receipts = new List<SendReceipt>();
        for (var number = 0; number < count; number++)
        {
            receipts.Add(await queue.SendMessageAsync("not a task", Hidden, cancellationToken: Cancelled));
        }

        return receipts;
    }

    private static async Task DeleteAsync(QueueClient queue, IReadOnlyList<SendReceipt> receipts)
    {
        foreach (var receipt in receipts)
        {
            await queue.DeleteMessageAsync(receipt.MessageId, receipt.PopReceipt, Cancelled);
        }
    }

    private static async Task UntilAsync(Func<bool> condition)
    {
        using var late = new CancellationTokenSource(TimeSpan.FromSeconds(60), TimeProvider.System);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(late.Token, Cancelled);
        using var looks = new PeriodicTimer(TimeSpan.FromMilliseconds(50), TimeProvider.System);
        while (!condition())
        {
            await looks.WaitForNextTickAsync(either.Token);
        }
    }
}
