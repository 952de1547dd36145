using System.Globalization;
using AzurePerf.Cli.Local;

namespace AzurePerf.ProcessTests.Local;

/// <summary>A script in the place of npm says what it was told and does what the test needs.</summary>
public sealed class NpmInstallerTests : IDisposable
{
    private const string InstallsSomething = """
        require('node:fs').appendFileSync(require('node:path').join(__dirname, 'calls'), process.argv.slice(2).join(' ') + '\n');
        setTimeout(() => {
          require('node:fs').mkdirSync('node_modules/azurite/dist/src', { recursive: true });
          require('node:fs').writeFileSync('node_modules/azurite/dist/src/azurite.js', '');
          process.exit(0);
        }, 300);
        """;

    private const string Hangs = "console.log('npm ' + process.pid); require('node:fs').writeFileSync(__dirname + '/pid', '' + process.pid); setInterval(() => {}, 1000);";

    private const string Fails = "console.error('npm error code ENOTFOUND'); console.error('npm error network no such host'); process.exit(1);";

    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-install-");

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    private string Cache => Path.Combine(_folder.FullName, "cache");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Two_at_once_install_once_and_both_get_the_emulator()
    {
        var first = await InstallerAsync(InstallsSomething);
        var second = await InstallerAsync(InstallsSomething);
        var said = new List<string>();

        var scripts = await Task.WhenAll(first.EnsureAsync(new ImmediateProgress(_ => { }), Cancelled), second.EnsureAsync(new ImmediateProgress(said.Add), Cancelled));

        Assert.True(File.Exists(scripts[0]));
        Assert.Equal(scripts[0], scripts[1]);
        Assert.Equal(["Waiting for another installation with npm to end"], said);
        Assert.StartsWith("ci --ignore-scripts", Assert.Single(await File.ReadAllLinesAsync(Path.Combine(_folder.FullName, "calls"), Cancelled)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_a_killed_installer_left_is_removed_by_the_next()
    {
        var left = Directory.CreateDirectory(Path.Combine(Cache, "azurite-0000.partial-1", "node_modules"));

        await (await InstallerAsync(InstallsSomething)).EnsureAsync(new ImmediateProgress(_ => { }), Cancelled);

        Assert.False(Directory.Exists(left.Parent!.FullName));
        Assert.Single(Directory.GetDirectories(Cache));
    }

    [Fact]
    public async Task A_failing_npm_is_told_in_one_sentence_and_leaves_no_installation()
    {
        var installer = await InstallerAsync(Fails);

        var failure = await Assert.ThrowsAsync<LocalStartException>(() => installer.EnsureAsync(new ImmediateProgress(_ => { }), Cancelled));

        Assert.Equal(
            "the storage emulator could not be installed (npm ci ended with exit code 1: npm error network no such host): check the network and npm's configuration, then try again",
            failure.Message);
        Assert.DoesNotContain(Directory.GetDirectories(Cache), folder => !folder.Contains(".partial-", StringComparison.Ordinal));
    }

    [Fact]
    public async Task What_npm_has_not_for_this_machine_is_told_and_leaves_no_installation()
    {
        var installer = await InstallerAsync("process.exit(0);");

        var failure = await Assert.ThrowsAsync<LocalStartException>(() => installer.EnsureAsync(new ImmediateProgress(_ => { }), Cancelled));

        Assert.StartsWith("the storage emulator could not be installed (npm has none for this kind of machine, or did not get it): ", failure.Message, StringComparison.Ordinal);
        Assert.DoesNotContain(Directory.GetDirectories(Cache), folder => !folder.Contains(".partial-", StringComparison.Ordinal));
    }

    [Fact]
    public async Task Npm_ends_with_a_killed_parent()
    {
        var npm = await WriteScriptAsync(Hangs);
        await using var parent = TestPrograms.Start(_ => { }, "install", npm, Cache);
        var pidFile = Path.Combine(_folder.FullName, "pid");
        while (!File.Exists(pidFile) || new FileInfo(pidFile).Length == 0)
        {
            Assert.False(parent.Exited.IsCompleted, string.Join('\n', parent.Tail.Lines()));
            await Task.Delay(TimeSpan.FromMilliseconds(20), TimeProvider.System, Cancelled);
        }

        var processId = int.Parse(await File.ReadAllTextAsync(pidFile, Cancelled), CultureInfo.InvariantCulture);
        Assert.True(OperatingSystemProcess.Runs(processId));
        OperatingSystemProcess.Signal(parent.ProcessId, OperatingSystemProcess.Kill);

        await OperatingSystemProcess.AllEndAsync([processId]);
    }

    [Fact]
    public async Task A_cache_that_cannot_be_written_is_told_with_the_way_out()
    {
        var file = Path.Combine(_folder.FullName, "file");
        await File.WriteAllTextAsync(file, "", Cancelled);
        var installer = await InstallerAsync(Fails, Path.Combine(file, "cache"));

        var failure = await Assert.ThrowsAsync<LocalStartException>(() => installer.EnsureAsync(new ImmediateProgress(_ => { }), Cancelled));

        Assert.EndsWith("set AZUREPERF_CACHE to a folder you can write", failure.Message, StringComparison.Ordinal);
    }

    private async Task<NpmInstaller> InstallerAsync(string npm, string? cache = null)
    {
        var tools = await NodeTools.FindAsync(Environment.GetEnvironmentVariable("PATH"), NodeUse.Emulator, Cancelled);
        var script = await WriteScriptAsync(npm);
        return new(AzuriteInstallation.Package, Path.Combine(AppContext.BaseDirectory, "local"), cache ?? Cache, tools with { NpmScript = script }, TimeProvider.System);
    }

    private async Task<string> WriteScriptAsync(string text)
    {
        var script = Path.Combine(_folder.FullName, "npm.cjs");
        await File.WriteAllTextAsync(script, text, Cancelled);
        return script;
    }
}
