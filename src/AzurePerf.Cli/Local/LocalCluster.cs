using System.Globalization;
using AzurePerf.Core.Targets;

namespace AzurePerf.Cli.Local;

/// <summary>
/// A whole installation on this machine: emulators unless accounts are given, the web host, the task manager and measure workers,
/// each a process of its own on loopback addresses. None of them outlives this process, however it ends.
/// </summary>
public sealed class LocalCluster : IAsyncDisposable
{
    private readonly LocalClusterOptions _options;
    private readonly IProgress<string> _progress;
    private readonly LocalAccounts _localAccounts;
    private readonly List<HostProcess> _workers = [];
    private readonly Lock _sync = new();
    private readonly WorkerReplacements _replacements = new(TimeProvider.System);
    private readonly TaskCompletionSource<ChildExit> _childEnded = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _workersStarted;
    private StorageAccounts? _accounts;
    private HostProcess? _taskManager;
    private HostProcess? _web;
    private bool _stopping;

    private LocalCluster(LocalClusterOptions options, IProgress<string> progress)
    {
        (_options, _progress) = (options, progress);
        _localAccounts = new(options, progress);
    }

    /// <summary>Where the portal and the API answer, such as http://127.0.0.1:5080/.</summary>
    public Uri WebAddress { get; private set; } = new("http://127.0.0.1/");

    /// <summary>The accounts in use.</summary>
    public StorageAccounts Accounts => _accounts ?? throw new InvalidOperationException("The cluster has not been started");

    /// <summary>Completes when a process ends that should not and is not replaced; the others keep running. A worker is replaced, unless workers keep ending.</summary>
    public Task<ChildExit> ChildEnded => _childEnded.Task;

    /// <summary>Emulators first, then the hosts; workers that have ended are not among them.</summary>
    public IReadOnlyList<LocalChild> Children
    {
        get
        {
            lock (_sync)
            {
                return [.. _localAccounts.Processes.Concat(Hosts().Select(host => host.Process)).Select(process => new LocalChild(process.Name, process.ProcessId))];
            }
        }
    }

    /// <summary>Starts everything and returns when every host can do its work. Whatever fails, nothing is left running.</summary>
    /// <param name="options">What to start.</param>
    /// <param name="progress">Told in sentences what takes time.</param>
    /// <exception cref="LocalStartException">One sentence that says what to do.</exception>
    /// <exception cref="Core.Settings.SettingsException">A target is the control account, and that is not allowed.</exception>
    public static async Task<LocalCluster> StartAsync(LocalClusterOptions options, IProgress<string> progress, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(options.Workers, 1);
        ArgumentOutOfRangeException.ThrowIfGreaterThan(options.Workers, 64);
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

    /// <summary>Ends the workers, then the task manager, the web host and the emulators: each may need the next ones until it ends.</summary>
    public async ValueTask DisposeAsync()
    {
        HostProcess[] workers;
        lock (_sync)
        {
            _stopping = true;
            workers = [.. _workers];
        }

        await Task.WhenAll(workers.Select(StopAsync));
        await StopAsync(_taskManager);
        await StopAsync(_web);
        await _localAccounts.DisposeAsync();
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
        MakeLogsFolder();
        _accounts = await _localAccounts.StartAsync(cancellationToken);
        _progress.Report(_options.Workers == 1
            ? "Starting the web host, the task manager and a worker"
            : $"Starting the web host, the task manager and {_options.Workers} workers");
        _web = Start(HostKind.Web, "web", _options.Port);
        _taskManager = Start(HostKind.TaskManager, "taskmanager", port: 0);
        for (var number = 0; number < _options.Workers; number++)
        {
            StartWorker();
        }

        await WaitUntilReadyAsync(cancellationToken);
        foreach (var process in _localAccounts.Processes.Append(_web.Process).Append(_taskManager.Process))
        {
            _ = ReportEndAsync(process);
        }

        foreach (var worker in _workers.ToArray())
        {
            _ = ReplaceWhenEndedAsync(worker);
        }
    }

    private HostProcess StartWorker()
    {
        var worker = Start(HostKind.Worker, string.Create(CultureInfo.InvariantCulture, $"worker-{++_workersStarted}"), port: 0);
        _workers.Add(worker);
        return worker;
    }

    private void MakeLogsFolder()
    {
        if (_options.LogsFolder is not { } folder)
        {
            return;
        }

        try
        {
            Directory.CreateDirectory(folder);
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            throw new LocalStartException($"the folder for logs cannot be made: {failure.Message}");
        }
    }

    private HostProcess Start(HostKind kind, string name, int port) => HostProcess.Start(
        name,
        Path.Combine(_options.HostsFolder, kind.Folder, kind.Assembly),
        string.Create(CultureInfo.InvariantCulture, $"http://127.0.0.1:{port}"),
        kind == HostKind.Web ? new Dictionary<string, string>([.. _options.HostSettings, .. TargetNames()]) : _options.HostSettings,
        _localAccounts.VariablesFor(kind),
        _options.LogsFolder);

    private IEnumerable<KeyValuePair<string, string>> TargetNames() =>
        Accounts.Targets.Keys.Select((name, index) => KeyValuePair.Create(string.Create(CultureInfo.InvariantCulture, $"Targets:Names:{index}"), name));

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
    private IEnumerable<HostProcess> Hosts() => new[] { _web, _taskManager }.OfType<HostProcess>().Concat(_workers);

    private async Task ReportEndAsync(ChildProcess process)
    {
        var exit = await process.Exited;
        lock (_sync)
        {
            if (!_stopping)
            {
                _childEnded.TrySetResult(exit);
            }
        }
    }

    /// <summary>A worker may end by itself, by an order it could not follow, or by force; a new one takes its place.</summary>
    private async Task ReplaceWhenEndedAsync(HostProcess worker)
    {
        var exit = await worker.Process.Exited;
        HostProcess successor;
        lock (_sync)
        {
            if (_stopping)
            {
                return;
            }

            _workers.Remove(worker);
            if (!_replacements.TryAdd())
            {
                _childEnded.TrySetResult(exit);
                return;
            }

            successor = StartWorker();
        }

        _progress.Report($"{exit}; {successor.Process.Name} takes its place");
        await worker.DisposeAsync();
        await ReplaceWhenEndedAsync(successor);
    }
}
