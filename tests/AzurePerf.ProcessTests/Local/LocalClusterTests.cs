using System.Globalization;
using Azure.Storage.Blobs;
using AzurePerf.Cli.Local;
using AzurePerf.Core.Targets;

namespace AzurePerf.ProcessTests.Local;

public sealed class LocalClusterTests
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_cluster_serves_replaces_a_killed_worker_reports_any_other_child_that_dies_and_leaves_nothing_behind()
    {
        var logs = Directory.CreateTempSubdirectory("azureperf-logs-");
        var replaced = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var cluster = await LocalCluster.StartAsync(
            new() { Port = 0, Workers = 2, MakesSource = true, HostsFolder = TestPrograms.HostsFolder, LogsFolder = logs.FullName },
            new ImmediateProgress(line =>
            {
                if (line.EndsWith("worker-3 takes its place", StringComparison.Ordinal))
                {
                    replaced.SetResult();
                }
            }),
            Cancelled);
        try
        {
            await AssertServesAsync(cluster);
            await AssertMakesImagesAsync(cluster, logs);

            OperatingSystemProcess.Signal(ProcessOf("worker-2"), OperatingSystemProcess.Kill);
            await replaced.Task.WaitAsync(Limit, TimeProvider.System, Cancelled);
            Assert.Equal(["worker-1", "worker-3"], cluster.Children.Select(child => child.Name).Where(name => name.StartsWith("worker", StringComparison.Ordinal)));

            OperatingSystemProcess.Signal(ProcessOf("taskmanager"), OperatingSystemProcess.Kill);
            var exit = await cluster.ChildEnded.WaitAsync(Limit, TimeProvider.System, Cancelled);

            Assert.Equal(("taskmanager", 128 + OperatingSystemProcess.Kill), (exit.Name, exit.ExitCode));
        }
        finally
        {
            await cluster.DisposeAsync();
        }

        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        await Assert.ThrowsAsync<HttpRequestException>(() => http.GetAsync(cluster.SourceAddress, Cancelled));
        Assert.DoesNotContain(cluster.Children, child => OperatingSystemProcess.Runs(child.ProcessId));
        Assert.Equal(
            ["azurite-control.log", "azurite-target.log", "source.log", "taskmanager.log", "web.log", "worker-1.log", "worker-2.log", "worker-3.log"],
            logs.GetFiles("*.log").Select(file => file.Name).Order(StringComparer.Ordinal));
        Assert.EndsWith("worker has stopped", (await File.ReadAllTextAsync(Path.Combine(logs.FullName, "worker-1.log"), Cancelled)).TrimEnd(), StringComparison.Ordinal);
        logs.Delete(recursive: true);

        int ProcessOf(string name) => cluster.Children.Single(child => child.Name == name).ProcessId;
    }

    [Fact]
    public async Task No_child_outlives_a_parent_that_is_killed()
    {
        var children = new List<int>();
        var started = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var parent = TestPrograms.Start(Printed, "cluster", TestPrograms.HostsFolder);
        await Task.WhenAny(started.Task, parent.Exited).WaitAsync(Limit, TimeProvider.System, Cancelled);
        Assert.True(started.Task.IsCompleted, string.Join('\n', parent.Tail.Lines()));
        Assert.Equal(6, children.Count);
        Assert.All(children, child => Assert.True(OperatingSystemProcess.Runs(child)));

        OperatingSystemProcess.Signal(parent.ProcessId, OperatingSystemProcess.Kill);

        await OperatingSystemProcess.AllEndAsync(children);

        void Printed(string line)
        {
            if (line.StartsWith("child ", StringComparison.Ordinal))
            {
                children.Add(int.Parse(line.Split(' ')[1], CultureInfo.InvariantCulture));
            }
            else if (line == "started")
            {
                started.TrySetResult();
            }
        }
    }

    [Fact]
    public async Task A_taken_port_is_reported_before_anything_starts()
    {
        using var taken = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        taken.Start();
        var port = ((System.Net.IPEndPoint)taken.LocalEndpoint).Port;
        var said = new List<string>();

        var failure = await Assert.ThrowsAsync<LocalStartException>(
            () => LocalCluster.StartAsync(new() { Port = port }, new ImmediateProgress(said.Add), Cancelled));

        Assert.Equal($"port {port} is in use: stop what uses it or choose another with --port", failure.Message);
        Assert.Empty(said);
    }

    [Fact]
    public async Task A_target_that_does_not_answer_ends_the_start_where_targets_must()
    {
        var nobody = StorageAccountAddress.Parse(
            "DefaultEndpointsProtocol=http;AccountName=nobody;AccountKey=bm9ib2R5;BlobEndpoint=http://127.0.0.1:1/nobody;QueueEndpoint=http://127.0.0.1:1/nobody;TableEndpoint=http://127.0.0.1:1/nobody");

        var failure = await Assert.ThrowsAsync<LocalStartException>(() => LocalCluster.StartAsync(
            new()
            {
                Port = 0,
                Workers = 1,
                HostsFolder = TestPrograms.HostsFolder,
                Targets = new Dictionary<string, StorageAccountAddress> { ["default"] = nobody },
                HostSettings = new Dictionary<string, string> { ["Worker:TargetsMustAnswer"] = "true" },
            },
            new ImmediateProgress(_ => { }),
            Cancelled));

        Assert.Contains("target \"default\" does not answer: check the address in AZUREPERF_TARGET,", failure.Message, StringComparison.Ordinal);
        Assert.Contains("refused", failure.Message, StringComparison.Ordinal);
    }

    private static async Task AssertMakesImagesAsync(LocalCluster cluster, DirectoryInfo logs)
    {
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        Assert.Contains("MOD11A1", await http.GetStringAsync(new Uri(cluster.SourceAddress!, "/archive/allData/61/MOD11A1/2024/025.json"), Cancelled), StringComparison.Ordinal);
        Assert.Contains($"Archive:BaseAddress={cluster.SourceAddress}", await File.ReadAllTextAsync(Path.Combine(logs.FullName, "worker-1.log"), Cancelled), StringComparison.Ordinal);
    }

    private static async Task AssertServesAsync(LocalCluster cluster)
    {
        using var http = new HttpClient(new SocketsHttpHandler { UseProxy = false });
        Assert.Contains("\"web\"", await http.GetStringAsync(new Uri(cluster.WebAddress, "/health/ready"), Cancelled), StringComparison.Ordinal);
        Assert.Contains("http_server_request_duration_seconds_count{", await http.GetStringAsync(new Uri(cluster.WebAddress, "/metrics"), Cancelled), StringComparison.Ordinal);
        Assert.False(cluster.Accounts.SharesControlAccount("default"));
        var target = new BlobServiceClient(cluster.Accounts.Targets["default"].ConnectionString);
        await target.CreateBlobContainerAsync("made-by-test", cancellationToken: Cancelled);
        Assert.False(await new BlobServiceClient(cluster.Accounts.Control.ConnectionString).GetBlobContainerClient("made-by-test").ExistsAsync(Cancelled));
    }
}
