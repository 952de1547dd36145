using System.Diagnostics;
using System.Globalization;
using AzurePerf.Cli.Local;
using AzurePerf.Cli.Local.Postgres;

namespace AzurePerf.ProcessTests.Local.Postgres;

public sealed class PostgresServerTests
{
    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_server_listens_on_the_loopback_interface_shows_its_password_to_nobody_and_is_gone_with_its_folder()
    {
        var logs = Directory.CreateTempSubdirectory("azureperf-logs-");
        int id;
        string folder;
        await using (var server = await StartedServer.OrSkipAsync(logs.FullName))
        {
            id = server.ProcessId;
            folder = FolderOf(id);
            var password = server.Address.Split(':', '@')[2];
            Assert.Matches("^[0-9a-f]{48}$", password);
            Assert.StartsWith("postgresql://azureperf:", server.Address, StringComparison.Ordinal);
            Assert.True(Directory.Exists(folder));
            Assert.DoesNotContain(AllCommands(), command => command.Contains(password, StringComparison.Ordinal));
            Assert.DoesNotContain(password, Encoding(File.ReadAllBytes($"/proc/{id}/environ")), StringComparison.Ordinal);
            Assert.DoesNotContain(password, await File.ReadAllTextAsync(Path.Combine(logs.FullName, "postgres.log"), Cancelled), StringComparison.Ordinal);
            Assert.False(File.Exists(Path.Combine(folder, "home", "password")));
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(Path.Combine(folder, "home")));
        }

        Assert.False(OperatingSystemProcess.Runs(id));
        Assert.False(Directory.Exists(folder));
        logs.Delete(recursive: true);
    }

    [Fact]
    public async Task Neither_server_nor_folder_outlives_a_parent_that_is_killed()
    {
        await using (await StartedServer.OrSkipAsync())
        {
            // Whether one can run here at all, and it is installed.
        }

        var started = new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var parent = TestPrograms.Start(
            line =>
            {
                if (line.StartsWith("postgres ", StringComparison.Ordinal))
                {
                    started.TrySetResult(int.Parse(line["postgres ".Length..], CultureInfo.InvariantCulture));
                }
            },
            "postgres");
        var id = await started.Task.WaitAsync(TimeSpan.FromSeconds(60), TimeProvider.System, Cancelled);
        var folder = FolderOf(id);
        Assert.True(OperatingSystemProcess.Runs(id));

        OperatingSystemProcess.Signal(parent.ProcessId, OperatingSystemProcess.Kill);

        await OperatingSystemProcess.AllEndAsync([id]);
        using var looks = new PeriodicTimer(TimeSpan.FromMilliseconds(20), TimeProvider.System);
        for (var look = 0; look < 500 && Directory.Exists(folder); look++)
        {
            await looks.WaitForNextTickAsync(Cancelled);
        }

        Assert.False(Directory.Exists(folder));
    }

    [Fact]
    public async Task A_starter_that_is_killed_takes_its_server_along_and_the_next_one_removes_what_it_left()
    {
        await using var server = await StartedServer.OrSkipAsync();
        var (id, folder) = (server.ProcessId, FolderOf(server.ProcessId));

        OperatingSystemProcess.Signal(server.Process.ProcessId, OperatingSystemProcess.Kill);

        await OperatingSystemProcess.AllEndAsync([id]);
        await using var next = await StartedServer.OrSkipAsync();
        Assert.False(Directory.Exists(folder));
    }

    /// <summary>Where the home folder is on a file server, or in a container too, processes of others cannot be seen here.</summary>
    [Fact]
    public async Task What_another_machine_has_in_the_same_folder_stays()
    {
        var host = System.Net.Dns.GetHostName();
        DirectoryInfo[] others;
        DirectoryInfo own;
        await using (var first = await StartedServer.OrSkipAsync())
        {
            var parent = new DirectoryInfo(Path.GetDirectoryName(FolderOf(first.ProcessId))!);
            others = [.. new[] { "elsewhere", host + "-elsewhere" }.Select(name => parent.CreateSubdirectory($"azureperf-pg-{name}-2147483646-a1B2c3"))];
            own = parent.CreateSubdirectory($"azureperf-pg-{host}-2147483646-a1B2c3");
        }

        await using (await StartedServer.OrSkipAsync())
        {
            Assert.False(Directory.Exists(own.FullName));
            Assert.All(others, folder => Assert.True(Directory.Exists(folder.FullName), folder.Name));
        }

        Array.ForEach(others, folder => folder.Delete());
    }

    [Fact]
    public async Task Earlier_builds_do_not_take_a_server_for_one_that_was_left_and_what_they_left_on_this_machine_is_removed()
    {
        DirectoryInfo parent, left;
        await using (var first = await StartedServer.OrSkipAsync())
        {
            var folder = FolderOf(first.ProcessId);
            Assert.DoesNotMatch("^azureperf-postgres-", Path.GetFileName(folder));
            parent = new(Path.GetDirectoryName(folder)!);
            left = parent.CreateSubdirectory("azureperf-postgres-2147483646-a1B2c3");
        }

        await using (await StartedServer.OrSkipAsync())
        {
            // In a folder that several machines may have, a name without a machine says too little.
            Assert.Equal(parent.FullName is not "/var/tmp", Directory.Exists(left.FullName));
        }

        if (parent.FullName is not "/var/tmp")
        {
            left.Delete();
        }
    }

    [Fact]
    public async Task A_server_that_is_killed_takes_its_starter_and_its_folder_along_and_that_is_said()
    {
        await using var server = await StartedServer.OrSkipAsync();
        var folder = FolderOf(server.ProcessId);

        OperatingSystemProcess.Signal(server.ProcessId, OperatingSystemProcess.Kill);

        Assert.Equal("postgres ended with exit code 1: PostgreSQL was ended by SIGKILL", (await server.Process.Exited).ToString());
        Assert.False(Directory.Exists(folder));
    }

    [Fact]
    public async Task Links_that_npm_leaves_out_are_made_and_lead_to_their_files()
    {
        var package = Directory.CreateTempSubdirectory("azureperf-links-");
        var libraries = package.CreateSubdirectory("native/lib");
        await File.WriteAllTextAsync(Path.Combine(libraries.FullName, "libx.so.1.2"), "x", Cancelled);
        await File.WriteAllTextAsync(
            Path.Combine(package.FullName, "native", "pg-symlinks.json"),
            """[{"source":"native/lib/libx.so.1.2","target":"native/lib/libx.so.1"},{"source":"native/lib/libx.so.1.2","target":"native/lib/more/libx.so"}]""",
            Cancelled);

        PostgresInstallation.MakeLinks(package.FullName);
        PostgresInstallation.MakeLinks(package.FullName);

        Assert.Equal("libx.so.1.2", new FileInfo(Path.Combine(libraries.FullName, "libx.so.1")).LinkTarget);
        Assert.Equal("x", await File.ReadAllTextAsync(Path.Combine(libraries.FullName, "more", "libx.so"), Cancelled));
        package.Delete(recursive: true);
    }

    [Fact]
    public async Task Where_no_server_can_run_sqlite_is_measured_and_the_reason_is_said()
    {
        var said = new List<string>();
        string folder;
        await using (var database = await LocalDatabase.OrSqliteAsync(() => throw new LocalStartException("npm has none"), new ImmediateProgress(said.Add)))
        {
            Assert.StartsWith("sqlite:/", database.Setting, StringComparison.Ordinal);
            folder = database.Setting["sqlite:".Length..];
            Assert.True(Directory.Exists(folder));
        }

        Assert.False(Directory.Exists(folder));
        Assert.Equal(["SQLite is measured, because no PostgreSQL runs here: npm has none"], said);
    }

    /// <summary>The folder of a server, by the data folder that its command names.</summary>
    private static string FolderOf(int id)
    {
        var data = Encoding(File.ReadAllBytes(string.Create(CultureInfo.InvariantCulture, $"/proc/{id}/cmdline"))).Split('\0')[2];
        return Path.GetDirectoryName(Path.GetDirectoryName(data)!)!;
    }

    private static IEnumerable<string> AllCommands() => Process.GetProcesses().Select(process =>
    {
        try
        {
            return Encoding(File.ReadAllBytes(string.Create(CultureInfo.InvariantCulture, $"/proc/{process.Id}/cmdline")));
        }
        catch (IOException)
        {
            return "";
        }
    });

    private static string Encoding(byte[] bytes) => System.Text.Encoding.UTF8.GetString(bytes);
}
