using AzurePerf.Cli.Local;
using AzurePerf.Cli.Local.Postgres;

namespace AzurePerf.ProcessTests.Local.Postgres;

/// <summary>What the script that starts a server says before it comes to the server's programs; there are none here.</summary>
public sealed class ServerStarterTests
{
    private const string AsRootWithoutAccounts = """
        import fs from 'node:fs'; const read = fs.readFileSync; process.getuid = () => 0;
        fs.readFileSync = (file, ...more) => file === '/etc/passwd' ? '' : read(file, ...more);
        """;

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task An_image_without_an_account_for_the_server_is_told_in_its_own_sentence() => Assert.Equal(
        "postgres ended with exit code 1: PostgreSQL does not run as root, and none of the accounts postgres, games, nobody is in /etc/passwd: start this as another user",
        await EndAsync([Path.GetTempPath()], "--import", "data:text/javascript," + Uri.EscapeDataString(AsRootWithoutAccounts)));

    [Fact]
    public async Task A_server_that_does_not_start_says_what_its_starter_said()
    {
        var folder = Directory.CreateTempSubdirectory("azureperf-none-");
        File.SetUnixFileMode(folder.FullName, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.OtherExecute);

        var failure = await Assert.ThrowsAsync<LocalStartException>(
            async () => await PostgresServer.StartAsync(await InstallationAsync("/nonexistent", [folder.FullName]), logsFolder: null, Cancelled));

        Assert.StartsWith("PostgreSQL did not start: postgres ended with exit code 1: ", failure.Message, StringComparison.Ordinal);
        Assert.Contains("/nonexistent", failure.Message, StringComparison.Ordinal);
        Assert.Empty(folder.GetFileSystemInfos());
        folder.Delete();
    }

    /// <summary>Nobody, root included, can make a folder in the first one.</summary>
    [Fact]
    public async Task A_folder_that_takes_no_other_is_passed_over()
    {
        Assert.SkipUnless(Directory.Exists("/proc"), "this system has no folder that even root cannot write to");
        var next = Directory.CreateTempSubdirectory("azureperf-next-");
        File.SetUnixFileMode(next.FullName, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.OtherExecute);

        var end = await EndAsync(["/proc", next.FullName]);

        Assert.Contains("/nonexistent", end, StringComparison.Ordinal);
        Assert.DoesNotContain("mkdtemp", end, StringComparison.Ordinal);
        Assert.Empty(next.GetFileSystemInfos());
        next.Delete();
    }

    /// <summary>The folder belongs to the server's account, which other processes of the machine may have too.</summary>
    [Fact]
    public async Task A_link_that_somebody_puts_in_the_place_of_the_password_is_not_followed()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        var folder = Directory.CreateTempSubdirectory("azureperf-link-");
        File.SetUnixFileMode(folder.FullName, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute | UnixFileMode.OtherExecute);
        var foreign = Path.Combine(folder.FullName, "foreign");
        await File.WriteAllTextAsync(foreign, "of somebody else", Cancelled);
        var links = $$"""
            import fs from 'node:fs'; const make = fs.mkdirSync;
            fs.mkdirSync = (made, ...more) => { make(made, ...more); if (made.endsWith('home')) fs.symlinkSync('{{foreign}}', made + '/password'); };
            """;

        var end = await EndAsync(folder.FullName, [folder.FullName], "--import", "data:text/javascript," + Uri.EscapeDataString(links));

        Assert.Contains("EEXIST", end, StringComparison.Ordinal);
        Assert.Equal("of somebody else", await File.ReadAllTextAsync(foreign, Cancelled));
        folder.Delete(recursive: true);
    }

    private static Task<string> EndAsync(IReadOnlyList<string> folders, params string[] options) => EndAsync("/nonexistent", folders, options);

    private static async Task<string> EndAsync(string native, IReadOnlyList<string> folders, params string[] options)
    {
        var start = (await InstallationAsync(native, folders)).StartInfo("secret");
        for (var place = 0; place < options.Length; place++)
        {
            start.ArgumentList.Insert(place, options[place]);
        }

        await using var child = ChildProcess.Start("postgres", start, _ => { }, logsFolder: null, TimeProvider.System);
        return (await child.Exited.WaitAsync(Cancelled)).ToString();
    }

    private static async Task<PostgresInstallation> InstallationAsync(string native, IReadOnlyList<string> folders)
    {
        var tools = await NodeTools.FindAsync(Environment.GetEnvironmentVariable("PATH"), NodeUse.Database, Cancelled);
        return new(tools.Node, Path.Combine(AppContext.BaseDirectory, "local", "postgres", "server.mjs"), native, folders);
    }
}
