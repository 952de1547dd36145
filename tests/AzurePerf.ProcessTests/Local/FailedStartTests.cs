using System.Globalization;
using System.Net;
using System.Net.Sockets;
using AzurePerf.Cli.Local;

namespace AzurePerf.ProcessTests.Local;

/// <summary>What is said where the emulator cannot run.</summary>
public sealed class FailedStartTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-failed-");

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task A_damaged_installation_is_told_with_what_it_lacks_and_the_folder_to_delete()
    {
        var tools = await NodeTools.FindAsync(Environment.GetEnvironmentVariable("PATH"), NodeUse.Emulator, Cancelled);
        var script = Path.Combine(_folder.FullName, AzuriteInstallation.Package.File);
        Directory.CreateDirectory(Path.GetDirectoryName(script)!);
        await File.WriteAllTextAsync(script, "require('./gone');", Cancelled);
        var local = Path.Combine(AppContext.BaseDirectory, "local");
        var damaged = new AzuriteInstallation(tools.Node, Path.Combine(local, NpmInstaller.WrapperName), script, script);

        var failure = await Assert.ThrowsAsync<LocalStartException>(() => AzuriteServer.StartAsync("control", damaged, logsFolder: null, Cancelled));

        Assert.Equal(
            "the storage emulator did not start: azurite-control ended with exit code 1: Error: Cannot find module './gone': "
                + $"if it is damaged, delete {_folder.FullName} and start again",
            failure.Message);
    }

    [Fact]
    public async Task Where_the_emulator_cannot_be_installed_no_database_is_tried_and_nothing_is_said_of_one()
    {
        var file = Path.Combine(_folder.FullName, "file");
        await File.WriteAllTextAsync(file, "", Cancelled);

        var end = await CommandLine.RunAsync(
            new Dictionary<string, string> { ["AZUREPERF_CACHE"] = Path.Combine(file, "cache"), ["AZUREPERF_CONTROL"] = "", ["AZUREPERF_TARGET"] = "" },
            "up", "--sql", "--port", FreePort().ToString(CultureInfo.InvariantCulture));

        Assert.Contains("azureperf: the storage emulator cannot be installed in ", end.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("database", end.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("SQLite", end.Error, StringComparison.Ordinal);
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
