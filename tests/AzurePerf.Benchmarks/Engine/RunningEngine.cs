using System.Diagnostics;
using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments.Bags;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Requests;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.TaskManager.Bags;
using AzurePerf.Testing.Storage;
using Microsoft.Extensions.DependencyInjection;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>A TaskManager and bag workers over one control account, all at their real pace: a heartbeat of 20 seconds.</summary>
internal sealed class RunningEngine : IAsyncDisposable
{
    public const int Workers = 2;
    public const int Slots = 8;

    private static readonly TimeSpan LookPause = TimeSpan.FromMilliseconds(100);

    private readonly EngineHost[] _hosts;
    private readonly LoopThread? _thread;
    private readonly RunStore _runs;
    private readonly TaskStore _tasks;
    private readonly RunSubmission _submission;
    private int _bags;

    private RunningEngine(EngineHost[] hosts, ControlPlane observer, LoopThread? thread)
    {
        _hosts = hosts;
        _thread = thread;
        _runs = new(observer.Rows);
        _tasks = new(observer.Rows);
        _submission = new(_runs, Allowances.Unlimited(_runs), observer.RunRequests, new Core.Ids.RandomIdSource(), TimeProvider.System);
    }

    /// <summary>Requests of all hosts so far, by kind. What the benchmark itself asks is not among them.</summary>
    public IReadOnlyDictionary<string, long> Requests => _hosts
        .SelectMany(host => host.Requests.ByKind)
        .GroupBy(pair => pair.Key, (kind, pairs) => KeyValuePair.Create(kind, pairs.Sum(pair => pair.Value)))
        .ToDictionary();

    /// <summary>Most records of tasks that the TaskManager held at once.</summary>
    public int MostTaskRecords => _hosts[0].Services.GetRequiredService<BagDispatcher>().MostRecordsHeld;

    /// <summary>The longest round of the TaskManager.</summary>
    public TimeSpan LongestRound => _hosts[0].Loop.LongestRound;

    /// <summary>Starts the hosts, each with connections of its own.</summary>
    /// <param name="connect">Opens the control account for one host.</param>
    /// <param name="cancellationToken">Ends the start.</param>
    /// <param name="workers">Bag workers.</param>
    /// <param name="slots">Tasks that each of them executes at once.</param>
    /// <param name="thread">Of the TaskManager alone; null where it shares those of the process.</param>
    /// <param name="tasksPerMessage">Tasks that share a message, at most.</param>
    public static async Task<RunningEngine> StartAsync(
        Func<ControlRequests, ControlPlane> connect, CancellationToken cancellationToken, int workers = Workers, int slots = Slots,
        LoopThread? thread = null, int tasksPerMessage = BundleSize.Most)
    {
        var observer = connect(new());
        await observer.CreateAsync(cancellationToken);
        EngineHost[] hosts = [EngineHost.TaskManager(connect, tasksPerMessage: tasksPerMessage), .. Enumerable.Range(0, workers).Select(_ => EngineHost.BagWorker(connect, slots))];
        foreach (var host in hosts)
        {
            await (thread is not null && host == hosts[0] ? thread.RunAsync(() => host.StartAsync(cancellationToken)) : host.StartAsync(cancellationToken));
        }

        return new(hosts, observer, thread);
    }

    /// <summary>One bag of the selftest, each task of which succeeds.</summary>
    public static RunSpec SpecOf(int tasks, int taskMilliseconds, int seed) => new()
    {
        Experiment = SelftestBagOptions.Definition.Id,
        Scale = "custom",
        Target = "default",
        Parameters = new JsonObject
        {
            ["tasks"] = tasks,
            ["bags"] = 1,
            ["taskMilliseconds"] = taskMilliseconds,
            ["slowShare"] = 0,
            ["slowFactor"] = 1,
            ["failureShare"] = 0,
            ["crashShare"] = 0,
        },
        Repetitions = 1,
        Seed = seed,
    };

    /// <summary>Executes one bag of the selftest and returns what it took. Throws unless every task succeeded.</summary>
    public async Task<BagFigures> ExecuteAsync(int tasks, int taskMilliseconds, CancellationToken cancellationToken)
    {
        var before = Requests;
        var cpuBefore = Environment.CpuUsage.TotalTime;
        var loopBefore = _thread?.CpuSeconds;
        var allocatedBefore = GC.GetTotalAllocatedBytes();
        var submission = await _submission.SubmitAsync(SpecOf(tasks, taskMilliseconds, ++_bags), "bench", null, "", cancellationToken);
        var ended = await EndOfAsync(submission.Run.RunId, cancellationToken);
        var first = await FirstClaimAsync(ended, cancellationToken);
        return ended.Status == RunStatus.Completed && ended.Reason.Length == 0
            ? new(
                tasks, (first - ended.SubmittedAt).TotalSeconds, (ended.EndedAt!.Value - first).TotalSeconds, (Environment.CpuUsage.TotalTime - cpuBefore).TotalSeconds,
                _thread?.CpuSeconds - loopBefore, GC.GetTotalAllocatedBytes() - allocatedBefore, Difference(before, Requests))
            : throw new InvalidOperationException($"the bag of {tasks} tasks ended {ended.Status}: {ended.Reason}");
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
        foreach (var host in _hosts.Reverse())
        {
            await host.DisposeAsync();
        }
    }

    /// <summary>The task that is put first is, within milliseconds, the one that is claimed first.</summary>
    private async Task<DateTimeOffset> FirstClaimAsync(RunState ended, CancellationToken cancellationToken) =>
        (await _tasks.FindAsync(new(ended.RunId, StageId.Bag(0), 0), cancellationToken))?.ClaimedAt
            ?? throw new InvalidOperationException($"no task of run {ended.RunId} was claimed");

    private async Task<RunState> EndOfAsync(string runId, CancellationToken cancellationToken)
    {
        while (true)
        {
            if (await _runs.FindAsync(runId, cancellationToken) is { } run && run.Status.IsTerminal())
            {
                return run;
            }

            await Task.Delay(LookPause, TimeProvider.System, cancellationToken);
        }
    }

    private static Dictionary<string, long> Difference(IReadOnlyDictionary<string, long> before, IReadOnlyDictionary<string, long> after) =>
        after.Select(pair => KeyValuePair.Create(pair.Key, pair.Value - before.GetValueOrDefault(pair.Key))).Where(pair => pair.Value > 0).ToDictionary();
}
