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
    private readonly List<AzuriteServer> _emulators = [];
    private readonly List<HostProcess> _workers = [];
    private readonly TaskCompletionSource<ChildExit> _childEnded = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private StorageAccounts? _accounts;
    private HostProcess? _taskManager;
    private HostProcess? _web;
    private volatile bool _stopping;

    private LocalCluster(LocalClusterOptions options, IProgress<string> progress) => (_options, _progress) = (options, progress);

    /// <summary>Where the portal and the API answer, such as http://127.0.0.1:5080/.</summary>
    public Uri WebAddress { get; private set; } = new("http://127.0.0.1/");

    /// <summary>The accounts in use.</summary>
    public StorageAccounts Accounts => _accounts ?? throw new InvalidOperationException("not started");

    /// <summary>Completes when a process ends that should not; the others keep running.</summary>
    public Task<ChildExit> ChildEnded => _childEnded.Task;

    public IReadOnlyList<LocalChild> Children { get; private set; } = [];

    /// <summary>Starts everything and returns when every host can do its work. Whatever fails, nothing is left running.</summary>
    /// <exception cref="LocalStartException">One sentence that says what to do.</exception>
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

    /// <summary>Ends the workers, then the task manager, the web host and the emulators: each may still need the next ones.</summary>
    public async ValueTask DisposeAsync()
    {
        _stopping = true;
        await Task.WhenAll(_workers.Select(StopAsync));
        await StopAsync(_taskManager);
        await StopAsync(_web);
        await Task.WhenAll(_emulators.Select(emulator => emulator.DisposeAsync().AsTask()));
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
        _accounts = _options.Accounts ?? await StartEmulatorsAsync(cancellationToken);
        var secrets = Secrets(_accounts);
        _progress.Report($"Starting the web host, the task manager and {_options.Workers} workers");
        _web = Start(HostKind.Web, "web", $"http://127.0.0.1:{_options.Port}", secrets);
        _taskManager = Start(HostKind.TaskManager, "taskmanager", "http://127.0.0.1:0", secrets);
        _workers.AddRange(Enumerable.Range(1, _options.Workers).Select(number => Start(HostKind.Worker, $"worker-{number}", "http://127.0.0.1:0", secrets)));
        await WaitUntilReadyAsync(cancellationToken);
        Children = [.. Processes().Select(process => new LocalChild(process.Name, process.ProcessId))];
        foreach (var process in Processes())
        {
            _ = WatchAsync(process.Exited);
        }
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

    private async Task<StorageAccounts> StartEmulatorsAsync(CancellationToken cancellationToken)
    {
        var installation = await AzuriteInstallation.FindOrInstallAsync(_progress, cancellationToken);
        _progress.Report("Starting two storage emulators");
        var addresses = await Task.WhenAll(StartEmulatorAsync("control", installation, cancellationToken), StartEmulatorAsync("target", installation, cancellationToken));
        return StorageAccounts.Read([new(StorageAccounts.ControlVariable, addresses[0]), new(StorageAccounts.TargetVariable, addresses[1])]);
    }

    private async Task<string> StartEmulatorAsync(string account, AzuriteInstallation installation, CancellationToken cancellationToken)
    {
        var emulator = await AzuriteServer.StartAsync(account, installation, _options.LogsFolder, cancellationToken);
        lock (_emulators)
        {
            _emulators.Add(emulator);
        }

        return emulator.ConnectionString;
    }

    private HostProcess Start(HostKind kind, string name, string address, Dictionary<string, string> secrets) => HostProcess.Start(
        name, Path.Combine(_options.HostsFolder, kind.Folder, kind.Assembly), address, _options.HostSettings, secrets, _options.LogsFolder);

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

    private IEnumerable<ChildProcess> Processes() => _emulators.Select(emulator => emulator.Process).Concat(Hosts().Select(host => host.Process));

    private async Task WatchAsync(Task<ChildExit> exited)
    {
        var exit = await exited;
        if (!_stopping)
        {
            _childEnded.TrySetResult(exit);
        }
    }

    /// <summary>What <see cref="StorageAccounts.Read"/> reads, as environment of the hosts.</summary>
    private static Dictionary<string, string> Secrets(StorageAccounts accounts)
    {
        var secrets = new Dictionary<string, string> { [StorageAccounts.ControlVariable] = TextOf(accounts.Control) };
        foreach (var (name, address) in accounts.Targets)
        {
            var variable = name == StorageAccounts.DefaultTarget ? "" : "_" + name.ToUpperInvariant();
            secrets[StorageAccounts.TargetVariable + variable] = TextOf(address);
        }

        if (accounts.Targets.Keys.Any(accounts.SharesControlAccount))
        {
            secrets[StorageAccounts.SameAccountVariable] = "1";
        }

        return secrets;
    }

    private static string TextOf(StorageAccountAddress address) => address.ConnectionString ?? address.BlobEndpoint.ToString();
}
