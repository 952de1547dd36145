using System.Diagnostics;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Requests;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Bags;
using Microsoft.Extensions.DependencyInjection;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>A TaskManager and bag workers over one control account. A worker that leaves is replaced, as its platform would.</summary>
internal sealed class RunningEngine : IAsyncDisposable
{
    private readonly EngineHost _taskManager;
    private readonly WorkerPost[] _posts;
    private readonly LoopThread? _thread;
    private readonly SubmittedBags _bags;
    private readonly TaskStore _tasks;
    private int _seed;

    private RunningEngine(EngineHost taskManager, WorkerPost[] posts, ControlPlane observer, LoopThread? thread)
    {
        (_taskManager, _posts, _thread) = (taskManager, posts, thread);
        _bags = new(observer);
        _tasks = new(observer.Rows);
    }

    /// <summary>Requests of all hosts so far, by kind. What the benchmark itself asks is not among them.</summary>
    public IReadOnlyDictionary<string, long> Requests => _posts.SelectMany(post => post.Requests).Append(_taskManager.Requests)
        .SelectMany(requests => requests.ByKind)
        .GroupBy(pair => pair.Key, (kind, pairs) => KeyValuePair.Create(kind, pairs.Sum(pair => pair.Value)))
        .ToDictionary();

    /// <summary>Most records of tasks that the TaskManager held at once.</summary>
    public int MostTaskRecords => _taskManager.Services.GetRequiredService<BagDispatcher>().MostRecordsHeld;

    /// <summary>The longest round of the TaskManager.</summary>
    public TimeSpan LongestRound => _taskManager.Loop.LongestRound;

    /// <summary>Workers that left and were replaced.</summary>
    public int Replaced => _posts.Sum(post => post.Replaced);

    /// <summary>Starts the hosts, each with connections of its own.</summary>
    /// <param name="connect">Opens the control account for one host.</param>
    /// <param name="cancellationToken">Ends the start.</param>
    /// <param name="settings">Of all hosts; null for the usual ones.</param>
    /// <param name="thread">Of the TaskManager alone; null where it shares those of the process.</param>
    public static async Task<RunningEngine> StartAsync(
        Func<ControlRequests, ControlPlane> connect, CancellationToken cancellationToken, EngineSettings? settings = null, LoopThread? thread = null)
    {
        var (observer, all) = (connect(new()), settings ?? new());
        await observer.CreateAsync(cancellationToken);
        var taskManager = EngineHost.TaskManager(connect, all);
        await (thread is null ? taskManager.StartAsync(cancellationToken) : thread.RunAsync(() => taskManager.StartAsync(cancellationToken)));
        var posts = new List<WorkerPost>();
        while (posts.Count < all.Workers)
        {
            posts.Add(await WorkerPost.StartAsync(() => EngineHost.BagWorker(connect, all), cancellationToken));
        }

        return new(taskManager, [.. posts], observer, thread);
    }

    /// <summary>Executes one bag of the selftest and returns what it took. Throws unless every task succeeded.</summary>
    public Task<BagFigures> ExecuteAsync(int tasks, int taskMilliseconds, CancellationToken cancellationToken) =>
        ExecuteAsync(SubmittedBags.SpecOf(tasks, taskMilliseconds, ++_seed), tasks, cancellationToken);

    /// <summary>Executes a run that begins with a bag and returns what it took. Throws unless it completed without any error.</summary>
    public async Task<BagFigures> ExecuteAsync(RunSpec spec, int tasks, CancellationToken cancellationToken)
    {
        var before = Requests;
        var cpuBefore = Environment.CpuUsage.TotalTime;
        var loopBefore = _thread?.CpuSeconds;
        var allocatedBefore = GC.GetTotalAllocatedBytes();
        var ended = await _bags.ExecuteAsync(spec, cancellationToken);
        var block = await FirstBlockAsync(ended, cancellationToken);

        // The task that is put first is, within milliseconds, the one that is claimed first; unless its execution was repeated.
        var first = block.Min(task => task.ClaimedAt) ?? throw new InvalidOperationException($"no task of run {ended.RunId} was claimed");
        return new(
            ended.RunId, tasks, (first - ended.SubmittedAt).TotalSeconds, (ended.EndedAt!.Value - first).TotalSeconds, (Environment.CpuUsage.TotalTime - cpuBefore).TotalSeconds,
            _thread?.CpuSeconds - loopBefore, GC.GetTotalAllocatedBytes() - allocatedBefore, Difference(before, Requests), block.Sum(task => task.Failures.TimedOut));
    }

    /// <summary>What the engine sends while it has nothing to do, per second.</summary>
    public async Task<double> IdleRequestsPerSecondAsync(TimeSpan duration, CancellationToken cancellationToken)
    {
        var before = Requests.Values.Sum();
        await Task.Delay(duration, TimeProvider.System, cancellationToken);
        return (Requests.Values.Sum() - before) / duration.TotalSeconds;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var post in _posts)
        {
            await post.DisposeAsync();
        }

        await _taskManager.DisposeAsync();
    }

    private async Task<BenchmarkTask[]> FirstBlockAsync(RunState ended, CancellationToken cancellationToken) =>
        await _tasks.ListAsync(ended.RunId, StageId.Bag(0), 0, cancellationToken, beforeNumber: TaskSharding.BlockTasks).ToArrayAsync(cancellationToken);

    /// <summary>Requests between two counts, by kind.</summary>
    public static Dictionary<string, long> Difference(IReadOnlyDictionary<string, long> before, IReadOnlyDictionary<string, long> after) =>
        after.Select(pair => KeyValuePair.Create(pair.Key, pair.Value - before.GetValueOrDefault(pair.Key))).Where(pair => pair.Value > 0).ToDictionary();
}
