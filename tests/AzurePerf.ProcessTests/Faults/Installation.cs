using System.Text.Json;
using System.Text.Json.Nodes;
using Azure.Data.Tables;
using Azure.Storage.Queues;
using AzurePerf.Cli.Local;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage;
using AzurePerf.Storage.Requests;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Tasks;
using AzurePerf.Storage.Workers;
using AzurePerf.Testing.PlugIn;
using AzurePerf.Testing.Storage;

namespace AzurePerf.ProcessTests.Faults;

/// <summary>TaskManagers and Workers as processes of their own over a control plane of their own, and a look into its rows and queues past all of them.</summary>
internal sealed class Installation : IAsyncDisposable
{
    private static readonly TimeSpan Look = TimeSpan.FromMilliseconds(150);

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-faults-");
    private readonly List<SupervisedHost> _hosts = [];
    private readonly Dictionary<string, string> _accounts;
    private readonly string _account;
    private readonly string _prefix;
    private readonly bool _plugIns;

    private Installation(string account, string hostsAccount, string target, string prefix, bool plugIns, string? folder, string? database)
    {
        (_account, _prefix, _plugIns) = (account, prefix, plugIns);
        _accounts = new() { [StorageAccounts.ControlVariable] = hostsAccount, [StorageAccounts.TargetVariable] = target };
        if (folder is not null)
        {
            _accounts[StorageAccounts.TargetVariable + "_FILES"] = $"{FolderTarget.Kind.Id}:{folder}";
        }

        if (database is not null)
        {
            _accounts[StorageAccounts.TargetVariable + "_SQL"] = database;
        }

        Control = ControlPlane.Connect(StorageAccountAddress.Parse(account), prefix, new ControlRequests());
        Logs = _folder.CreateSubdirectory("logs").FullName;
        Ledger = new(_folder.CreateSubdirectory("ledger").FullName);
    }

    public ControlPlane Control { get; }

    /// <summary>Before the names of its tables, and with a hyphen of its queues.</summary>
    public string Prefix => _prefix;

    public string Logs { get; }

    /// <summary>What opens the control account.</summary>
    public string Account => _account;

    public ExecutionLedger Ledger { get; }

    public TaskStore Tasks => new(Control.Rows);

    public GangStore Gangs => new(Control.Rows);

    private RunStore Runs => new(Control.Rows);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    /// <summary>An installation without processes.</summary>
    /// <param name="emulators">Its accounts.</param>
    /// <param name="proxy">What its processes reach the control account through; null for the account itself.</param>
    /// <param name="plugIns">Whether its processes are those of the test process, which know the plug-in.</param>
    /// <param name="folder">What is the target "files"; null for none.</param>
    /// <param name="database">Setting of the target "sql"; null for none.</param>
    public static async Task<Installation> CreateAsync(Emulators emulators, ThrottlingProxy? proxy = null, bool plugIns = false, string? folder = null, string? database = null)
    {
        var (control, target) = await emulators.StartedAsync();
        var installation = new Installation(control, proxy?.ConnectionString ?? control, target, emulators.NewPrefix(), plugIns, folder, database);
        await installation.Control.CreateAsync(Cancelled);
        return installation;
    }

    public async ValueTask DisposeAsync()
    {
        await Task.WhenAll(_hosts.Select(host => host.DisposeAsync().AsTask()));
        _folder.Delete(recursive: true);
    }

    public SupervisedHost StartTaskManager(string name = "taskmanager", bool peerPool = false) =>
        Start(HostKind.TaskManager, name, peerPool ? new Dictionary<string, string> { ["TaskManager:PeerPool"] = "true" } : []);

    public SupervisedHost StartWeb() => Start(HostKind.Web, "web", []);

    /// <summary>Starts a worker. The two pools are on hosts of their own, so that none waits for the other.</summary>
    public SupervisedHost StartWorker(string pool, string name, int slots = 8, IReadOnlyDictionary<string, string>? settings = null) => Start(
        HostKind.Worker,
        name,
        (settings ?? new Dictionary<string, string>()).Concat(new Dictionary<string, string>
        {
            ["Worker:Pool"] = pool,
            ["Worker:HostId"] = pool,
            ["Worker:BagSlots"] = slots.ToString(System.Globalization.CultureInfo.InvariantCulture),
            ["Worker:LongestIdlePause"] = "00:00:00.5",
            ["Worker:SelftestLedger"] = Ledger.Folder,
        }).DistinctBy(setting => setting.Key).ToDictionary());

    public async Task<string> SubmitAsync(JsonObject request)
    {
        var ids = new RandomIdSource();
        var reading = new RunSpecReader(new([.. BuiltInExperiments.All, SamplePipeline.Definition]), Shipped.Targets(StorageAccounts.DefaultTarget, "sql:sql"), ids).Read(JsonSerializer.SerializeToElement(request));
        Assert.Empty(reading.Faults);
        var submission = new RunSubmission(Runs, Allowances.Unlimited(Runs), Control.RunRequests, ids, TimeProvider.System);
        return (await submission.SubmitAsync(reading.Spec!, "test", null, "", Cancelled)).Run.RunId;
    }

    public async Task<RunState> RunAsync(string runId) => await Runs.FindAsync(runId, Cancelled) ?? throw new InvalidOperationException($"run {runId} has no header");

    public Task<RunState> UntilEndedAsync(string runId, TimeSpan limit) =>
        UntilAsync(async () => await RunAsync(runId) is { } run && run.Status.IsTerminal() ? run : null, limit);

    /// <summary>A stage of a run that was planned.</summary>
    public async Task<StageState> StageAsync(string runId, StageId stage) => await Runs.FindStageAsync(runId, stage, Cancelled) ?? throw new InvalidOperationException($"run {runId} has no {stage}");

    /// <summary>All task rows of a stage, in order.</summary>
    public async Task<IReadOnlyList<BenchmarkTask>> TasksAsync(string runId, StageId stage) =>
        [.. (await OfShardsAsync(runId, stage, shard => Tasks.ListAsync(runId, stage, 0, Cancelled, shard))).OrderBy(task => task.Key.Number)];

    /// <summary>The rows of a stage once all of them are as wanted.</summary>
    public Task<IReadOnlyList<BenchmarkTask>> UntilTasksAsync(string runId, StageId stage, Func<BenchmarkTask, bool> wanted, TimeSpan limit) => UntilAsync(
        async () => await TasksAsync(runId, stage) is { Count: > 0 } tasks && tasks.All(wanted) ? tasks : null,
        limit,
        async () => string.Join(", ", (await TasksAsync(runId, stage)).CountBy(task => (task.Status, task.Attempt))));

    /// <summary>What the workers of a pool execute, as their rows say.</summary>
    public async Task<IReadOnlyList<RunningTask>> RunningAsync(string pool) =>
        await new WorkerStore(Control.Rows).ListAsync(pool, cancellationToken: Cancelled).SelectMany(worker => worker.Running).ToArrayAsync(Cancelled);

    public async Task<IReadOnlyList<PointRecord>> PointsAsync(string runId) => await new PointStore(Control.Rows).ListAsync(runId, Cancelled).ToArrayAsync(Cancelled);

    /// <summary>Executions of a stage that ended without a result.</summary>
    public Task<IReadOnlyList<AbnormalEnd>> AbnormalEndsAsync(string runId, StageId stage) =>
        OfShardsAsync(runId, stage, shard => new AttemptStore(Control.Rows).ListAsync(runId, stage, shard, Cancelled));

    public async Task<IReadOnlyList<string>> EventsAsync(string runId) =>
        await new EventStore(Control.Rows, TimeProvider.System).ListAsync(runId, 0, Cancelled).Select(entry => entry.Message).ToArrayAsync(Cancelled);

    /// <summary>A queue as the service shows it, past the engine.</summary>
    /// <param name="name">One of <see cref="ControlNames"/>.</param>
    public QueueClient Queue(string name) => new(_account, $"{_prefix}-{name}");

    /// <summary>A table as the service shows it, past the engine.</summary>
    /// <param name="name">One of <see cref="ControlNames"/>.</param>
    public TableClient Table(string name) => new(_account, _prefix + name);

    /// <summary>Looks until there is something; fails after the limit with what the processes said last.</summary>
    public async Task<T> UntilAsync<T>(Func<Task<T?>> look, TimeSpan limit, Func<Task<string>>? describe = null)
        where T : class
    {
        var started = TimeProvider.System.GetTimestamp();
        while (true)
        {
            if (await look() is { } found)
            {
                return found;
            }

            if (TimeProvider.System.GetElapsedTime(started) > limit)
            {
                Assert.Fail($"not seen within {limit}: {(describe is null ? "" : await describe())}\n{string.Join('\n', _hosts.Select(host => host.Said))}");
            }

            await Task.Delay(Look, TimeProvider.System, Cancelled);
        }
    }

    /// <summary>What all partitions of a stage hold.</summary>
    private async Task<IReadOnlyList<T>> OfShardsAsync<T>(string runId, StageId stage, Func<int, IAsyncEnumerable<T>> list)
    {
        var shards = (await Runs.FindStageAsync(runId, stage, Cancelled))?.Shards ?? 1; // A stage has no row before it is planned.
        return await Enumerable.Range(0, shards).ToAsyncEnumerable().SelectMany(list).ToArrayAsync(Cancelled);
    }

    private SupervisedHost Start(HostKind kind, string name, Dictionary<string, string> settings)
    {
        settings["Control:Prefix"] = _prefix;
        if (_plugIns)
        {
            settings["PlugIns:Host"] = kind.Folder;
        }

        if (_plugIns && kind == HostKind.Web)
        {
            // Pages are found in the assembly of this name.
            settings["applicationName"] = "AzurePerf.Web";
            settings["Targets:Names:0"] = StorageAccounts.DefaultTarget;
            settings["Targets:Names:1"] = $"{FolderTarget.Kind.Id}:files";
        }

        if (kind != HostKind.Web)
        {
            settings["Engine:Heartbeat"] = FaultSettings.Heartbeat.ToString("c");
        }

        var secrets = kind == HostKind.Worker ? _accounts : _accounts.Where(account => account.Key == StorageAccounts.ControlVariable).ToDictionary();
        var host = new SupervisedHost(name, process => HostProcess.Start(
            process, _plugIns ? TestPrograms.TestProcess : Path.Combine(TestPrograms.HostsFolder, kind.Folder, kind.Assembly), "http://127.0.0.1:0", settings, secrets, Logs));
        _hosts.Add(host);
        return host;
    }
}
