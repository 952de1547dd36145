using System.Diagnostics;
using AzurePerf.Cli.Local;
using AzurePerf.Core.Targets;
using AzurePerf.Hosting.Control;
using AzurePerf.Storage;

namespace AzurePerf.Benchmarks.Engine;

/// <summary>The memory that the TaskManager needs for a bag: the real host in a process of its own, whose workers are in this one.</summary>
internal static class TaskManagerProcess
{
    private static readonly TimeSpan ReadyLimit = TimeSpan.FromSeconds(30);

    /// <summary>The most memory that it held while it led one bag of no-op tasks, in bytes resident.</summary>
    /// <param name="connectionString">Of the control account.</param>
    /// <param name="prefix">Of all names of its control plane, where no other TaskManager works.</param>
    public static async Task<long> PeakBytesAsync(string connectionString, string prefix, int tasks, CancellationToken cancellationToken)
    {
        var account = StorageAccountAddress.Parse(connectionString);
        var plane = ControlPlane.Connect(account, prefix, new());
        await plane.CreateAsync(cancellationToken);
        await using var taskManager = HostProcess.Start(
            "taskmanager", Path.Combine(AppContext.BaseDirectory, "AzurePerf.TaskManager.dll"), "http://127.0.0.1:0",
            new Dictionary<string, string> { ["Control:Prefix"] = prefix },
            new Dictionary<string, string> { [StorageAccounts.ControlVariable] = connectionString }, logsFolder: null);
        using var http = new HttpClient();
        await taskManager.ReadyAsync(http, ReadyLimit, cancellationToken);
        var posts = new List<WorkerPost>();
        try
        {
            while (posts.Count < EngineSettings.UsualWorkers)
            {
                posts.Add(await WorkerPost.StartAsync(() => EngineHost.BagWorker(requests => ControlPlane.Connect(account, prefix, requests), new()), cancellationToken));
            }

            await new SubmittedBags(plane).ExecuteAsync(SubmittedBags.SpecOf(tasks, 0, seed: 1), cancellationToken);
            using var process = Process.GetProcessById(taskManager.Process.ProcessId);
            return process.PeakWorkingSet64;
        }
        finally
        {
            foreach (var post in posts)
            {
                await post.DisposeAsync();
            }

            await taskManager.StopAsync();
        }
    }
}
