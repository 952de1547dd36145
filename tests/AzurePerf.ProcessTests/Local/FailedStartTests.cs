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
        var tools = await NodeTools.FindAsync(Environment.GetEnvironmentVariable("PATH"), Cancelled);
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
}
