using AzurePerf.Cli.Local;
using AzurePerf.Cli.Local.Postgres;

namespace AzurePerf.TestProcess;

/// <summary>A process that has children, prints a line about each, and then waits to be killed.</summary>
internal static class ParentRole
{
    public static async Task<int> RunClusterAsync(string hostsFolder)
    {
        await using var cluster = await LocalCluster.StartAsync(
            new() { Port = 0, Workers = 2, HostsFolder = hostsFolder }, new Progress<string>(), CancellationToken.None);
        foreach (var child in cluster.Children)
        {
            Console.WriteLine($"child {child.ProcessId} {child.Name}");
        }

        Console.WriteLine("started");
        await Task.Delay(Timeout.InfiniteTimeSpan);
        return 0;
    }

    public static async Task<int> RunPostgresAsync()
    {
        await using var server = await PostgresServer.StartAsync(logsFolder: null, new Progress<string>(), CancellationToken.None);
        Console.WriteLine($"postgres {server.ProcessId}");
        await Task.Delay(Timeout.InfiniteTimeSpan);
        return 0;
    }

    public static async Task<int> InstallAsync(string npmScript, string cacheFolder)
    {
        var tools = await NodeTools.FindAsync(Environment.GetEnvironmentVariable("PATH"), NodeUse.Emulator, CancellationToken.None);
        var source = Path.Combine(AppContext.BaseDirectory, "local");
        var installer = new NpmInstaller(AzuriteInstallation.Package, source, cacheFolder, tools with { NpmScript = npmScript }, TimeProvider.System);
        await installer.EnsureAsync(new Progress<string>(), CancellationToken.None);
        return 0;
    }
}
