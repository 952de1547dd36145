using System.Text;
using AzurePerf.Cli.Local;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Local;

public sealed class LogFileTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-log-");

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public void A_full_disk_ends_a_log_and_neither_who_writes_it_nor_its_end()
    {
        using var log = new LogFile(new FullDisk());

        Assert.Equal(["No space left", null], new[] { log.Write("one"), log.Write("two") });
    }

    [Fact]
    public void Of_a_long_log_the_last_part_is_kept_and_the_one_before()
    {
        using (var log = LogFile.Open("web", _folder.FullName, mostCharacters: 20))
        {
            Assert.All(Enumerable.Range(1, 9), number => Assert.Null(log.Write($"line {number}")));
        }

        Assert.Equal(
            [("web.before.log", "line 7 line 8"), ("web.log", "line 9")],
            _folder.GetFiles().OrderBy(file => file.Name, StringComparer.Ordinal).Select(file => (file.Name, string.Join(' ', File.ReadLines(file.FullName)))));
    }

    [Fact]
    public void A_start_removes_the_logs_of_all_processes_of_an_earlier_one_and_nothing_else()
    {
        string[] old = ["azurite-control.log", "bag-worker-2.log", "postgres.log", "source.log", "taskmanager.log", "web.before.log", "web.log", "worker-900.log"];
        string[] others = ["my-worker-1.log", "web.log.txt", "worker.log"];
        LogFile.PrepareFolder(_folder.FullName);
        foreach (var name in old.Concat(others))
        {
            File.WriteAllText(Path.Combine(_folder.FullName, name), "old");
        }

        LogFile.PrepareFolder(_folder.FullName);

        Assert.Equal(others, _folder.GetFiles().Select(file => file.Name).Where(name => name[0] != '.').Order(StringComparer.Ordinal));
    }

    [Fact]
    public void Logs_in_a_folder_that_no_start_had_are_somebody_else_s_and_stay()
    {
        var log = Path.Combine(_folder.FullName, "postgres.log");
        File.WriteAllText(log, "of the machine");

        var failure = Assert.Throws<LocalStartException>(() => LogFile.PrepareFolder(_folder.FullName));

        Assert.Equal($"{log} may be somebody else's log, and would be removed: name another folder for logs, or remove it", failure.Message);
        Assert.Equal("of the machine", File.ReadAllText(log));
        Assert.Single(_folder.GetFiles());

        File.WriteAllText(Path.Combine(_folder.FullName, "web.log"), "of a shop");
        Assert.EndsWith(" and 1 more log here may be somebody else's, and would be removed: name another folder for logs, or remove them",
            Assert.Throws<LocalStartException>(() => LogFile.PrepareFolder(_folder.FullName)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Of_workers_that_have_ended_the_logs_of_the_last_ones_are_kept_however_many_come_and_go()
    {
        var ended = new EndedLogs(_folder.FullName);
        foreach (var name in Enumerable.Range(1, EndedLogs.Most + 3).Select(number => $"worker-{number}").Append("web"))
        {
            File.WriteAllText(Path.Combine(_folder.FullName, name + ".log"), "");
            File.WriteAllText(Path.Combine(_folder.FullName, name + ".before.log"), "");
        }

        // The first one lives longest.
        foreach (var number in Enumerable.Range(2, EndedLogs.Most + 2).Append(1))
        {
            ended.Add($"worker-{number}");
        }

        Assert.Equal(2 * (EndedLogs.Most + 1), _folder.GetFiles().Length);
        Assert.Equal(
            ["web.log", "worker-1.log", "worker-5.log"],
            new[] { "web.log", "worker-1.log", "worker-2.log", "worker-3.log", "worker-4.log", "worker-5.log" }.Where(name => File.Exists(Path.Combine(_folder.FullName, name))));
    }

    [Fact]
    public async Task A_log_of_the_made_archive_that_cannot_be_opened_is_told_in_one_sentence()
    {
        var path = Path.Combine(_folder.FullName, "source.log");
        Directory.CreateDirectory(path);

        var failure = await Assert.ThrowsAsync<LocalStartException>(() => LocalSource.StartAsync(_folder.FullName, Cancelled));

        Assert.StartsWith($"source cannot be started: its log {path} cannot be written: ", failure.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_installation_that_cannot_be_written_is_told_in_one_sentence()
    {
        await File.WriteAllTextAsync(Path.Combine(_folder.FullName, "package-lock.json"), "{}", Cancelled);
        var cache = Path.Combine(_folder.FullName, "cache");
        var installer = new NpmInstaller(new("some", "the database", "", "file"), _folder.FullName, cache, new("node", "npm", "linux-x64"), TimeProvider.System);

        var failure = await Assert.ThrowsAsync<LocalStartException>(() => installer.EnsureAsync(new Progress<string>(), Cancelled));

        Assert.StartsWith($"the database cannot be installed in {cache}: ", failure.Message, StringComparison.Ordinal);
    }

    /// <summary>As a buffered file on a full disk: also its end fails.</summary>
    private sealed class FullDisk : TextWriter
    {
        public override Encoding Encoding => Encoding.UTF8;

        public override void WriteLine(string? value) => throw new IOException("No space left");

        protected override void Dispose(bool disposing)
        {
            base.Dispose(disposing);
            throw new IOException("No space left");
        }
    }
}
