using System.IO.Compression;
using System.Net;
using AzurePerf.Cli.Output;
using AzurePerf.Cli.Programs;
using AzurePerf.Core.Api;
using AzurePerf.Core.Programs;
using AzurePerf.UnitTests.Programs;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Programs;

public sealed class ProgramsCommandTests : IDisposable
{
    private static readonly string Hash = "3f7a90c2" + new string('0', 56);
    private static readonly DateTimeOffset Then = new(2026, 3, 14, 9, 26, 53, TimeSpan.Zero);
    private readonly TemporaryFolder _folder = new();

    private static ProgramResponse Ndvi { get; } = new(
        Hash, "ndvi", "bin/ndvi", ["--fast"], ProgramInput.Flat, ["ndvi.csv", "ndvi.png"], ProgramLimits.Default, 20_000, 50_000, 3, "ann", Then, null, null);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public async Task A_folder_is_packed_checked_and_sent_and_its_hash_is_all_of_standard_output()
    {
        WriteProgram();
        var api = new StubApi(_ => StubApi.Json(Ndvi, HttpStatusCode.Created));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("programs", "add", _folder.Path));

        Assert.Equal(Hash + "\n", tool.Output);
        Assert.Contains("ndvi: 2 files", tool.Error, StringComparison.Ordinal);
        Assert.Equal(("POST", "/api/v1/programs"), (api.Requests.Single().Method, api.Requests.Single().Path));
    }

    [Fact]
    public void The_same_folder_gives_the_same_zip_whenever_and_in_whatever_order_it_was_written()
    {
        using var other = new TemporaryFolder();
        WriteProgram();
        other.Write("run.sh", "#!/bin/sh\n");
        File.SetLastWriteTimeUtc(other.Write("reduce.json", Manifest), Then.UtcDateTime);
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(Path.Combine(_folder.Path, "reduce.json"), UnixFileMode.UserRead);
        }

        Assert.Equal(ProgramFolder.Pack(_folder.Path).ToArray(), ProgramFolder.Pack(other.Path).ToArray());
        Assert.NotNull(ProgramPackage.Check(ProgramFolder.Pack(_folder.Path)).Package);
        other.Write("more.txt", "");
        Assert.NotEqual(ProgramFolder.Pack(_folder.Path).ToArray(), ProgramFolder.Pack(other.Path).ToArray());
    }

    [Fact]
    public void What_can_be_executed_is_told_by_content_as_not_every_system_keeps_modes()
    {
        WriteProgram();
        File.WriteAllBytes(_folder.Write("tool", ""), [0x7F, .. "ELF and more"u8]);
        _folder.Write("short", "#");
        _folder.Write("table.csv", "ELF");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(Path.Combine(_folder.Path, "table.csv"), (UnixFileMode)0b111_111_111);
        }

        using var zip = new ZipArchive(ProgramFolder.Pack(_folder.Path));

        Assert.Equal(["run.sh", "tool"], zip.Entries.Where(entry => (entry.ExternalAttributes >> 16 & 0b001_001_001) != 0).Select(entry => entry.Name));
    }

    [Fact]
    public void A_zip_names_the_same_system_as_its_maker_wherever_it_is_made()
    {
        WriteProgram();
        _folder.Write("more.txt", "");
        var zip = ProgramFolder.Pack(_folder.Path).ToArray();
        var other = zip.ToArray();
        var entries = Enumerable.Range(0, zip.Length - 3).Where(at => zip.AsSpan(at, 4).SequenceEqual("PK\u0001\u0002"u8)).ToArray();
        Array.ForEach(entries, at => other[at + 5] = 0);

        ProgramFolder.NameUnix(other);

        Assert.Equal(3, entries.Length);
        Assert.Equal(zip, other);
    }

    [Fact]
    public async Task What_is_no_program_is_refused_before_anything_is_sent()
    {
        _folder.Write("reduce.json", Manifest);
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("programs", "add", _folder.Path));
        Assert.Contains("nothing was sent: reduce.json runs 'run.sh', but the zip has no file of that name", tool.Error, StringComparison.Ordinal);
        Assert.Equal(ExitCode.Usage, await tool.RunAsync("programs", "add", Path.Combine(_folder.Path, "missing")));
    }

    [Fact]
    public async Task A_zip_in_the_folder_that_it_is_of_is_refused_because_the_next_one_would_have_it()
    {
        WriteProgram();
        var (file, tool) = (Path.Combine(_folder.Path, "ndvi.zip"), new ToolRun(ToolRun.Unused));

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("programs", "add", _folder.Path, "--zip", file));

        Assert.Contains($"--zip: {file} would be a part of the program itself", tool.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(file));
    }

    [Fact]
    public async Task A_link_in_the_folder_is_refused()
    {
        WriteProgram();
        File.CreateSymbolicLink(Path.Combine(_folder.Path, "link"), "/etc/passwd");
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("programs", "add", _folder.Path));
        Assert.Contains("is a link", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task One_Ctrl_C_ends_the_packing_of_a_folder_with_something_that_is_never_read_to_its_end()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        WriteProgram();
        var pipe = Path.Combine(_folder.Path, "pipe");
        using (var made = System.Diagnostics.Process.Start("mkfifo", pipe))
        {
            await made.WaitForExitAsync(TestContext.Current.CancellationToken);
        }

        using var interrupted = new CancellationTokenSource();
        await interrupted.CancelAsync();

        Assert.Equal(ExitCode.Interrupted, await new ToolRun(ToolRun.Unused).RunAsync(interrupted.Token, "programs", "add", _folder.Path));

        // What was left behind reads to the end of it.
        await using var end = new FileStream(pipe, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
    }

    [Fact]
    public async Task A_zip_takes_the_place_of_another_only_when_it_is_whole()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        WriteProgram();
        using var target = new TemporaryFolder();
        var zip = Path.Combine(target.Path, "ndvi.zip");
        await File.WriteAllTextAsync(zip, "of yesterday", TestContext.Current.CancellationToken);
        using var before = new StreamReader(new FileStream(zip, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete));

        Assert.Equal(ExitCode.Ok, await new ToolRun(ToolRun.Unused).RunAsync("programs", "add", _folder.Path, "--zip", zip));

        Assert.Equal("of yesterday", await before.ReadToEndAsync(TestContext.Current.CancellationToken));
        Assert.StartsWith("PK", await File.ReadAllTextAsync(zip, TestContext.Current.CancellationToken), StringComparison.Ordinal);
        Assert.Equal([zip], Directory.GetFiles(target.Path));
    }

    [Fact]
    public async Task A_zip_is_written_and_not_sent_where_that_is_asked_for_and_can_be_sent_later()
    {
        WriteProgram();
        using var target = new TemporaryFolder();
        var zip = Path.Combine(target.Path, "ndvi.zip");
        var (write, send) = (new ToolRun(ToolRun.Unused), new ToolRun(new StubApi(_ => StubApi.Json(Ndvi))));

        Assert.Equal(ExitCode.Ok, await write.RunAsync("programs", "add", _folder.Path, "--zip", zip));
        using var stream = File.OpenRead(zip);
        Assert.Equal(ProgramPackage.Check(stream).Package!.Hash + "\n", write.Output);
        Assert.Equal(ExitCode.Ok, await send.RunAsync("programs", "add", zip));
    }

    [Fact]
    public async Task Programs_are_listed_shown_and_revoked_by_the_beginning_of_their_hash()
    {
        var api = new StubApi(request => request.Method == "DELETE" ? StubApi.Text("", HttpStatusCode.NoContent)
            : request.Path.EndsWith("/programs", StringComparison.Ordinal) ? StubApi.Json(new ProgramListResponse(false, [Ndvi, Ndvi with { RevokedAt = Then, RevokedBy = "ben" }], []))
            : StubApi.Json(Ndvi));
        var (list, show, revoke, csv) = (new ToolRun(api), new ToolRun(api), new ToolRun(api), new ToolRun(api));

        Assert.Equal(ExitCode.Ok, await list.RunAsync("programs", "list"));
        Assert.Equal(ExitCode.Ok, await show.RunAsync("programs", "show", "3F7A90C2"));
        Assert.Equal(ExitCode.Ok, await revoke.RunAsync("programs", "revoke", "3f7a90c2"));
        Assert.Equal(ExitCode.Ok, await csv.RunAsync("programs", "list", "--output", "csv"));

        Assert.Contains("3f7a90c2", list.Output, StringComparison.Ordinal);
        Assert.Contains("revoked", list.Output, StringComparison.Ordinal);
        Assert.Contains("not allowed here", list.Error, StringComparison.Ordinal);
        Assert.Contains("bin/ndvi --fast", show.Output, StringComparison.Ordinal);
        Assert.Contains("512 MiB of memory, 60 s, 16 processes, 100 MiB in 1,000 files", show.Output, StringComparison.Ordinal);
        Assert.Equal($"{Hash} revoked\n", revoke.Output);
        Assert.Contains(api.Requests, request => request.Method == "DELETE" && request.Path == "/api/v1/programs/" + Hash);
        Assert.Equal(3, csv.Output.TrimEnd().Split('\n').Length);
    }

    [Fact]
    public void A_program_that_may_have_one_process_may_not_have_1_processes() =>
        Assert.Contains(
            ", 1 process, ", ProgramReport.Details(Ndvi with { Limits = ProgramLimits.Default with { Processes = 1 } }, Sheet.Pipe), StringComparison.Ordinal);

    [Fact]
    public async Task What_is_no_hash_is_refused_without_a_request()
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("programs", "revoke", "ndvi"));
        Assert.Contains("is no hash of a program", tool.Error, StringComparison.Ordinal);
    }

    private const string Manifest = """{ "name": "ndvi", "run": "run.sh", "inputs": "flat", "outputs": ["ndvi.csv"] }""";

    private void WriteProgram()
    {
        _folder.Write("reduce.json", Manifest);
        _folder.Write("run.sh", "#!/bin/sh\n");
    }
}
