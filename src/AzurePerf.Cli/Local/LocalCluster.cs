using System.Globalization;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Workers;
using AzurePerf.Storage;
using AzurePerf.Storage.Queues;
using AzurePerf.Storage.Requests;
using AzurePerf.Storage.Workers;

namespace AzurePerf.Cli.Local;

/// <summary>
/// A whole installation on this machine: emulators unless accounts are given, the web host, the TaskManager and as many workers as their
/// queues need, each a process of its own on loopback addresses. None of them outlives this process, however it ends. Where satellite
/// images are to be made, this process makes them itself.
/// </summary>
public sealed class LocalCluster : IAsyncDisposable
{
    /// <summary>Begins every name in the control account.</summary>
    internal const string PrefixSetting = "Control:Prefix";

    private readonly LocalClusterOptions _options;
    private readonly IProgress<string> _progress;
    private readonly LocalAccounts _localAccounts;
    private readonly IReadOnlyList<LocalPool> _pools;
    private readonly WorkerFleet _fleet;
    private readonly CancellationTokenSource _endScaling = new();
    private readonly TaskCompletionSource<ChildExit> _childEnded = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private Task _scaling = Task.CompletedTask;
    private StorageAccounts? _accounts;
    private LocalSource? _source;
    private HostProcess? _taskManager;
    private HostProcess? _web;
    private volatile bool _stopping;

    private LocalCluster(LocalClusterOptions options, IProgress<string> progress)
    {
        (_options, _progress) = (options, progress);
        _localAccounts = new(options, progress);
        _pools = options.Pools();
        _fleet = new(
            StartWorker, exit => _childEnded.TrySetResult(exit), progress, TimeProvider.System, new EndedLogs(options.LogsFolder).Add);
    }

    /// <summary>Where the portal and the API answer, such as http://127.0.0.1:5080/.</summary>
    public Uri WebAddress { get; private set; } = new("http://127.0.0.1/");

    /// <summary>Where made satellite images are; null where no archive was to be made.</summary>
    public Uri? SourceAddress => _source?.Address;

    /// <summary>The accounts in use.</summary>
    public StorageAccounts Accounts => _accounts ?? throw new InvalidOperationException("The cluster has not been started");

    /// <summary>Completes when a process ends that should not and is not replaced; the others keep running. A worker is replaced, unless
    /// workers cannot even start.</summary>
    public Task<ChildExit> ChildEnded => _childEnded.Task;

    /// <summary>Emulators first, then the hosts; workers that have ended are not among them.</summary>
    public IReadOnlyList<LocalChild> Children =>
        [.. _localAccounts.Processes.Concat(Hosts().Select(host => host.Process))
            .Select(process => new LocalChild(process.Name, process.ProcessId))];

    /// <summary>Starts everything and returns when every host can do its work. Whatever fails, nothing is left running.</summary>
    /// <param name="options">What to start.</param>
    /// <param name="progress">Told in sentences what takes time.</param>
    /// <exception cref="LocalStartException">One sentence that says what to do.</exception>
    /// <exception cref="ArgumentException">A number of workers is out of its range.</exception>
    /// <exception cref="Core.Settings.SettingsException">A target is the control account, and that is not allowed.</exception>
    public static async Task<LocalCluster> StartAsync(
        LocalClusterOptions options, IProgress<string> progress, CancellationToken cancellationToken)
    {
        LoopbackPort.Check(options.Port);
        var cluster = new LocalCluster(options, progress);
        try
        {
            await cluster.StartAsync(cancellationToken);
            return cluster;
        }
        catch
        {
            await cluster.DisposeAsync();
            throw;
        }
    }

    /// <summary>Ends the workers, then the TaskManager, the web host and the emulators: each may need the next ones until it
    /// ends.</summary>
    public async ValueTask DisposeAsync()
    {
        _stopping = true;
        await _endScaling.CancelAsync();
        await _scaling;
        await _fleet.DisposeAsync();
        await StopAsync(_taskManager);
        await StopAsync(_web);
        if (_source is not null)
        {
            await _source.DisposeAsync();
        }

        await _localAccounts.DisposeAsync();
        _endScaling.Dispose();
    }

    private static async Task StopAsync(HostProcess? host)
    {
        if (host is not null)
        {
            await host.StopAsync();
            await host.DisposeAsync();
        }
    }

    private async Task StartAsync(CancellationToken cancellationToken)
    {
        if (_options.LogsFolder is { } logs)
        {
            LogFile.PrepareFolder(logs);
        }

        _accounts = await _localAccounts.StartAsync(cancellationToken);
        _source = _options.MakesSource ? await LocalSource.StartAsync(_options.LogsFolder, cancellationToken) : null;
        _progress.Report(_pools.Sum(pool => pool.Limits.Min) switch
        {
            0 => "Starting the web host and the TaskManager",
            1 => "Starting the web host, the TaskManager and a worker",
            var workers => $"Starting the web host, the TaskManager and {workers} workers",
        });
        _web = Start(HostKind.Web, "web", _options.Port, TargetNames().Concat(ScaledPools()));
        _taskManager = Start(HostKind.TaskManager, "taskmanager", port: 0, PoolSizes());
        var first = _pools.SelectMany(pool => _fleet.Start(pool, pool.Limits.Min)).ToArray();
        await WaitUntilReadyAsync(cancellationToken);
        foreach (var process in _localAccounts.Processes.Append(_web.Process).Append(_taskManager.Process))
        {
            _ = ReportEndAsync(process);
        }

        foreach (var worker in first)
        {
            _fleet.Watch(worker);
        }

        _scaling = ScaleAsync(_endScaling.Token);
    }

    /// <summary>A fault of ours in here ends the whole, as the end of a host does: nobody would notice that workers no longer
    /// come.</summary>
    private async Task ScaleAsync(CancellationToken cancellationToken)
    {
        var control = ControlPlane.Connect(
            Accounts.Control, _options.HostSettings.GetValueOrDefault(PrefixSetting, ""), new ControlRequests());
        var rows = new WorkerStore(control.Rows);
        var limits = new PoolScaleStore(control.Rows);
        try
        {
            await Task.WhenAll(_pools.Where(pool => !pool.Limits.Fixed).Select(pool =>
                new PoolScaler(pool, _fleet, QueueOf(pool), rows, limits, _options.Pace, _progress, TimeProvider.System)
                    .RunAsync(cancellationToken)));
        }
        catch (Exception fault)
        {
            _childEnded.TrySetException(fault);
        }

        IMessageQueue QueueOf(LocalPool pool) => pool.Name == WorkerPool.Bag ? control.BagTasks : control.MeasureTasks;
    }

    private HostProcess StartWorker(LocalPool pool, string name) =>
        Start(HostKind.Worker, name, port: 0, pool.Settings().Concat(_source?.Settings ?? []));

    private HostProcess Start(HostKind kind, string name, int port, IEnumerable<KeyValuePair<string, string>> settings) =>
        HostProcess.Start(
        name,
        Path.Combine(_options.HostsFolder, kind.Folder, kind.Assembly),
        string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}"),
        _options.HostSettings.UnionBy(settings, setting => setting.Key).ToDictionary(),
        _localAccounts.VariablesFor(kind),
        _options.LogsFolder);

    private IEnumerable<KeyValuePair<string, string>> TargetNames() =>
        Accounts.Settings.Select((target, index) => KeyValuePair.Create(
            string.Create(CultureInfo.InvariantCulture, $"Targets:Names:{index}"),
            Accounts.Targets.ContainsKey(target.Name) ? target.Name : $"{target.Kind}:{target.Name}"));

    /// <summary>The pools whose limits the portal may change, because somebody here follows them.</summary>
    private IEnumerable<KeyValuePair<string, string>> ScaledPools() => _pools.Where(pool => !pool.Limits.Fixed)
        .Select((pool, index) =>
            KeyValuePair.Create(string.Create(CultureInfo.InvariantCulture, $"Scaling:LocalPools:{index}"), pool.Name));

    /// <summary>How many tasks may wait with workers at once; the TaskManager keeps that many messages out.</summary>
    private IEnumerable<KeyValuePair<string, string>> PoolSizes() => _pools.Where(pool => pool.Name == WorkerPool.Bag)
        .Select(pool =>
            KeyValuePair.Create(
                "TaskManager:MostBagSlots", string.Create(CultureInfo.InvariantCulture, $"{pool.Limits.Max * pool.Limits.Slots}")));

    /// <summary>The first that cannot become ready ends the waiting for the others.</summary>
    private async Task WaitUntilReadyAsync(CancellationToken cancellationToken)
    {
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        using var giveUp = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var addresses = await Task.WhenAll(Hosts().Select(ReadyAsync));
        WebAddress = addresses[0];

        async Task<Uri> ReadyAsync(HostProcess host)
        {
            try
            {
                return await host.ReadyAsync(http, _options.ReadyLimit, giveUp.Token);
            }
            catch (LocalStartException)
            {
                await giveUp.CancelAsync();
                throw;
            }
        }
    }

    /// <summary>The web host comes first.</summary>
    private IEnumerable<HostProcess> Hosts() => new[] { _web, _taskManager }.OfType<HostProcess>().Concat(_fleet.Hosts);

    private async Task ReportEndAsync(ChildProcess process)
    {
        var exit = await process.Exited;
        if (!_stopping)
        {
            _childEnded.TrySetResult(exit);
        }
    }
}

/// <summary>A host that the tool carries: its folder below hosts/ and its assembly.</summary>
internal sealed record HostKind(string Folder, string Assembly)
{
    public static readonly HostKind Web = new("web", "AzurePerf.Web.dll");
    public static readonly HostKind TaskManager = new("taskmanager", "AzurePerf.TaskManager.dll");
    public static readonly HostKind Worker = new("worker", "AzurePerf.Worker.dll");
}

/// <summary>One of the processes of a local cluster.</summary>
/// <param name="Name">Such as "web", "worker-1" or "azurite-target".</param>
public sealed record LocalChild(string Name, int ProcessId);
