using System.Net.Http.Json;
using System.Text.Json.Nodes;
using Azure.Data.Tables;
using Azure.Storage.Blobs;
using Azure.Storage.Queues;
using AzurePerf.Cli.Local;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Core.Texts;
using AzurePerf.ProcessTests.Faults;

namespace AzurePerf.ProcessTests.Runs;

/// <summary>An installation of real processes on emulators with a quick heartbeat, and what a user does with it over HTTP.</summary>
internal sealed class RunningCluster : IAsyncDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromMinutes(3);

    /// <summary>Each look costs the portal and the emulator some requests.</summary>
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(250);

    private const string PrefixSetting = "Control:Prefix";

    private static readonly Dictionary<string, string> QuickEngine = new()
    {
        ["Engine:Heartbeat"] = "00:00:01",
        ["Worker:LongestIdlePause"] = "00:00:00.5",
    };

    private readonly DirectoryInfo _logs;
    private readonly LocalCluster _cluster;
    private readonly string _prefix;

    private RunningCluster(LocalCluster cluster, DirectoryInfo logs, string prefix)
    {
        (_cluster, _logs, _prefix) = (cluster, logs, prefix);
        Http = new(new SocketsHttpHandler { UseProxy = false }) { BaseAddress = cluster.WebAddress };
    }

    public HttpClient Http { get; }

    /// <summary>What opens the control account.</summary>
    public string ControlAccount => _cluster.Accounts.Control.ConnectionString!;

    /// <summary>What all processes have written so far.</summary>
    public string Logs => string.Concat(_cluster.Children.Select(child => ReadLog(child.Name)));

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public static Task<RunningCluster> StartAsync(int workers, Emulators emulators) =>
        StartAsync(options => options with { Workers = workers }, new Progress<string>(), emulators);

    /// <summary>Starts a cluster that differs from the usual one.</summary>
    /// <param name="change">What differs.</param>
    /// <param name="progress">Told what the cluster says.</param>
    /// <param name="emulators">Whose accounts it shares with others, under a prefix of its own; null for accounts of its own.</param>
    public static async Task<RunningCluster> StartAsync(Func<LocalClusterOptions, LocalClusterOptions> change, IProgress<string> progress, Emulators? emulators = null)
    {
        var logs = Directory.CreateTempSubdirectory("azureperf-logs-");
        var options = change(new()
        {
            Port = 0,
            HostsFolder = TestPrograms.HostsFolder,
            LogsFolder = logs.FullName,
            HostSettings = QuickEngine,
        });
        var prefix = "";
        if (emulators is not null)
        {
            var (control, target) = await emulators.StartedAsync();
            prefix = emulators.NewPrefix();
            options = options with
            {
                Control = StorageAccountAddress.Parse(control),
                Targets = new Dictionary<string, StorageAccountAddress> { [StorageAccounts.DefaultTarget] = StorageAccountAddress.Parse(target) },
                HostSettings = new Dictionary<string, string>(options.HostSettings) { [PrefixSetting] = prefix },
            };
        }

        return new(await LocalCluster.StartAsync(options, progress, Cancelled), logs, prefix);
    }

    public async ValueTask DisposeAsync()
    {
        Http.Dispose();
        await _cluster.DisposeAsync();
        _logs.Delete(recursive: true);
    }

    public async Task<string> SubmitAsync(JsonObject request)
    {
        using var response = await Http.PostAsJsonAsync("api/v1/runs", request, Cancelled);
        Assert.True(response.StatusCode == System.Net.HttpStatusCode.Accepted, await response.Content.ReadAsStringAsync(Cancelled));
        var run = (await response.Content.ReadFromJsonAsync<RunResponse>(ApiJson.Options, Cancelled))!;
        Assert.Equal($"/api/v1/runs/{run.Id}", response.Headers.Location!.IsAbsoluteUri ? response.Headers.Location.AbsolutePath : response.Headers.Location.ToString());
        return run.Id;
    }

    public async Task<RunResponse> RunAsync(string runId) => (await Http.GetFromJsonAsync<RunResponse>($"api/v1/runs/{runId}", ApiJson.Options, Cancelled))!;

    public async Task<IReadOnlyList<PointRecord>> PointsAsync(string runId) =>
        (await Http.GetFromJsonAsync<PointListResponse>($"api/v1/runs/{runId}/points", ApiJson.Options, Cancelled))!.Points;

    /// <summary>Polls the run until it is as wanted; fails after 3 minutes with its last state.</summary>
    public async Task<RunResponse> UntilAsync(string runId, Func<RunResponse, bool> wanted)
    {
        var started = TimeProvider.System.GetTimestamp();
        while (true)
        {
            var run = await RunAsync(runId);
            if (wanted(run))
            {
                return run;
            }

            Assert.True(TimeProvider.System.GetElapsedTime(started) < Limit, $"{run.Status} after {Limit.TotalSeconds:0} s: {run.Reason}, {run.PointsFinished} of {run.Points} points");
            await Task.Delay(Pause, TimeProvider.System, Cancelled);
        }
    }

    public Task<RunResponse> UntilEndedAsync(string runId) => UntilAsync(runId, run => run.Status.IsTerminal());

    /// <summary>The process of a worker, by what it said of itself in its log.</summary>
    public int ProcessOf(string workerId) => _cluster.Children.Single(child =>
        child.Name.StartsWith("worker-", StringComparison.Ordinal) && ReadLog(child.Name).Contains(workerId, StringComparison.Ordinal)).ProcessId;

    /// <summary>A second TaskManager over the same control account.</summary>
    public HostProcess StartTaskManager() => HostProcess.Start(
        "successor",
        Path.Combine(TestPrograms.HostsFolder, "taskmanager", "AzurePerf.TaskManager.dll"),
        "http://127.0.0.1:0",
        Settings(),
        new Dictionary<string, string> { ["AZUREPERF_CONTROL"] = _cluster.Accounts.Control.ConnectionString! },
        logsFolder: null);

    /// <summary>A further measure worker over the same accounts: the test process as one, which is another build.</summary>
    public HostProcess StartOtherWorker(string name) => HostProcess.Start(
        name,
        TestPrograms.TestProcess,
        "http://127.0.0.1:0",
        Settings(("PlugIns:Host", "worker")),
        new Dictionary<string, string> { ["AZUREPERF_CONTROL"] = _cluster.Accounts.Control.ConnectionString!, ["AZUREPERF_TARGET"] = _cluster.Accounts.Targets["default"].ConnectionString! },
        logsFolder: null);

    public int ProcessCalled(string name) => _cluster.Children.Single(child => child.Name == name).ProcessId;

    /// <summary>Names of the workers' processes, of all pools.</summary>
    public IReadOnlyList<string> WorkerNames =>
        [.. _cluster.Children.Select(child => child.Name).Where(name => name.Contains("worker-", StringComparison.Ordinal)).Order(StringComparer.Ordinal)];

    /// <summary>A queue of the control account, in the encoding that the services use.</summary>
    public QueueClient ControlQueue(string name) => new(_cluster.Accounts.Control.ConnectionString, _prefix.Length > 0 ? $"{_prefix}-{name}" : name);

    /// <summary>Names of all containers, tables and queues of the measured account that a run has made and not removed.</summary>
    public async Task<IReadOnlyList<string>> TargetContentAsync(string runId)
    {
        var target = _cluster.Accounts.Targets["default"].ConnectionString!;
        var names = new List<string>();
        await foreach (var container in new BlobServiceClient(target).GetBlobContainersAsync(cancellationToken: Cancelled))
        {
            names.Add("container " + container.Name);
        }

        await foreach (var table in new TableServiceClient(target).QueryAsync(cancellationToken: Cancelled))
        {
            names.Add("table " + table.Name);
        }

        await foreach (var queue in new QueueServiceClient(target).GetQueuesAsync(cancellationToken: Cancelled))
        {
            names.Add("queue " + queue.Name);
        }

        return [.. names.Where(name => name.Contains(runId, StringComparison.Ordinal))];
    }

    private Dictionary<string, string> Settings(params (string Name, string Value)[] more)
    {
        var settings = new Dictionary<string, string>(QuickEngine);
        foreach (var (name, value) in _prefix.Length > 0 ? [.. more, (PrefixSetting, _prefix)] : more)
        {
            settings[name] = value;
        }

        return settings;
    }

    private string ReadLog(string name)
    {
        using var log = new FileStream(Path.Combine(_logs.FullName, name + ".log"), FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
        using var reader = new StreamReader(log);
        return reader.ReadToEnd();
    }
}
