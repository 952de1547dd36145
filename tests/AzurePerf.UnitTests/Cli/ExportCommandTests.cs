using System.Net;
using AzurePerf.Cli.Api;
using AzurePerf.Cli.Output;
using AzurePerf.Testing.Time;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class ExportCommandTests
{
    private const string Content = "runId,experiment\na,b\n";

    /// <summary>Takes what is written and keeps nothing.</summary>
    private static readonly string Nothing = OperatingSystem.IsWindows() ? "NUL" : "/dev/null";

    [Fact]
    public async Task Without_a_file_the_export_goes_to_standard_output_as_it_is()
    {
        var api = new StubApi(_ => StubApi.Text(Content, contentType: "text/csv"));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("export", SampleRuns.RunId, "--format", "csv"));

        Assert.Equal(Content, tool.Output);
        Assert.Contains($"/api/v1/runs/{SampleRuns.RunId}/export?format=csv", api.Requests.Select(request => request.Path));
    }

    [Fact]
    public async Task A_file_gets_the_same_bytes_and_standard_output_nothing()
    {
        var folder = Directory.CreateTempSubdirectory();
        try
        {
            var file = Path.Combine(folder.FullName, "a.hlog");
            var tool = new ToolRun(new(_ => StubApi.Text(Content, contentType: "text/plain")));

            Assert.Equal(ExitCode.Ok, await tool.RunAsync("export", SampleRuns.RunId, "--format", "hlog", "--out", file));

            Assert.Equal(Content, await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
            Assert.Empty(tool.Output);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Fact]
    public async Task A_file_that_cannot_be_written_is_said()
    {
        var tool = new ToolRun(new(_ => StubApi.Text(Content)));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("export", SampleRuns.RunId, "--format", "hlog", "--out", Path.Combine(Path.GetTempPath(), "no", "such", "folder", "a")));

        Assert.EndsWith($"cannot be written: the folder {Path.Combine(Path.GetTempPath(), "no", "such", "folder")} is not there\n", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--out: name a file", "export", SampleRuns.RunId, "--format", "csv", "--out", "")]
    [InlineData("--out: name a file", "report", SampleRuns.RunId, "--format", "html", "--out", "")]
    [InlineData("--out: name a file", "images", "match", SampleRuns.RunId, "--stations", "-", "--out", "")]
    [InlineData("--picture: name a file", "images", "match", SampleRuns.RunId, "--stations", "-", "--picture", " ")]
    [InlineData("--to: name a folder", "images", "download", SampleRuns.RunId, "--to", "")]
    public async Task An_empty_name_of_a_file_or_folder_is_told_in_plain_words(string complaint, params string[] arguments)
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Usage, await tool.RunAsync(arguments));

        Assert.StartsWith($"azureperf: {complaint}\n", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_export_may_be_larger_than_what_is_read_at_once()
    {
        using var stream = new Bytes(257 << 20);
        var tool = new ToolRun(new(_ => new(HttpStatusCode.OK) { Content = new StreamContent(stream) }));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("export", SampleRuns.RunId, "--format", "hlog", "--out", Nothing));

        Assert.Equal(257 << 20, stream.Position);
    }

    [Fact]
    public async Task Of_an_export_into_a_pipe_that_nobody_reads_any_more_only_the_beginning_is_downloaded()
    {
        using var stream = new Bytes(257 << 20);
        var tool = new ToolRun(new(_ => new(HttpStatusCode.OK) { Content = new StreamContent(stream) })) { IsAbandoned = true };

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("export", SampleRuns.RunId, "--format", "csv"));

        Assert.InRange(stream.Position, 1, 1 << 20);
        Assert.Equal("", tool.Error);
    }

    [Theory]
    [InlineData(null)]
    [InlineData("")]
    [InlineData("of yesterday")]
    public async Task An_export_that_breaks_off_is_said_and_leaves_the_file_as_it_was(string? before)
    {
        var folder = Directory.CreateTempSubdirectory();
        try
        {
            var file = Path.Combine(folder.FullName, "a.hlog");
            if (before is not null)
            {
                await File.WriteAllTextAsync(file, before, TestContext.Current.CancellationToken);
            }

            var tool = new ToolRun(new(_ => CutOff()));

            Assert.Equal(ExitCode.Failure, await tool.RunAsync("export", SampleRuns.RunId, "--format", "hlog", "--out", file));

            Assert.Contains("ended after 300,000 of 400,000 bytes", tool.Error, StringComparison.Ordinal);
            Assert.Equal(before is null ? [] : [before], folder.GetFiles().Select(one => File.ReadAllText(one.FullName)));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Theory]
    [InlineData(false, "of yesterday")]
    [InlineData(true, Content)]
    [InlineData(false, "of yesterday", "/dev/shm")]
    public async Task What_a_link_leads_to_is_replaced_only_when_all_has_come_and_the_link_stays(bool comes, string after, string? disk = null)
    {
        if (OperatingSystem.IsWindows() || (disk is not null && !Directory.Exists(disk)))
        {
            return;
        }

        var folder = disk is null
            ? Directory.CreateTempSubdirectory()
            : Directory.CreateDirectory(Path.Combine(disk, $"azureperf-{Path.GetRandomFileName()}"));
        try
        {
            var (file, link) = (Path.Combine(folder.CreateSubdirectory("runs").FullName, "41.html"), Path.Combine(folder.FullName, "latest.html"));
            await File.WriteAllTextAsync(file, "of yesterday", TestContext.Current.CancellationToken);
            File.CreateSymbolicLink(link, Path.Combine("runs", "41.html"));
            var tool = new ToolRun(new(_ => comes ? StubApi.Text(Content, contentType: "text/html") : CutOff()));

            Assert.Equal(comes ? ExitCode.Ok : ExitCode.Failure, await tool.RunAsync("report", SampleRuns.RunId, "--format", "html", "--out", link));

            Assert.Equal(after, await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
            Assert.NotNull(new FileInfo(link).LinkTarget);
            Assert.Equal(["41.html", "latest.html"], folder.GetFiles("*", SearchOption.AllDirectories).Select(one => one.Name).Order(StringComparer.Ordinal));
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }

    [Fact]
    public async Task A_file_that_is_replaced_keeps_its_mode()
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        var file = Path.GetTempFileName();
        try
        {
            await File.WriteAllTextAsync(file, "of yesterday", TestContext.Current.CancellationToken);
            File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite);
            var tool = new ToolRun(new(_ => StubApi.Text("new", contentType: "text/csv")));

            Assert.Equal(ExitCode.Ok, await tool.RunAsync("export", SampleRuns.RunId, "--format", "csv", "--out", file));

            Assert.Equal("new", await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
            Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(file));
        }
        finally
        {
            File.Delete(file);
        }
    }

    [Fact]
    public async Task Who_reads_slowly_is_no_silence_of_the_server()
    {
        var time = new FakeTimeProvider();
        using var answer = new HttpResponseMessage(HttpStatusCode.OK) { Content = new StreamContent(new Bytes(300_000)) };
        using var file = new ApiFile(answer, "/file");
        var read = 0;

        await file.CopyToAsync(part =>
        {
            time.Advance(TimeSpan.FromHours(1));
            read += part.Length;
            return ValueTask.CompletedTask;
        }, time, TimeSpan.FromMinutes(10), TestContext.Current.CancellationToken);

        Assert.Equal(300_000, read);
    }

    [Fact]
    public async Task Letters_of_several_bytes_arrive_whole_on_standard_output()
    {
        var text = string.Concat(Enumerable.Repeat("\u20ac", 100_000));
        var tool = new ToolRun(new(_ => StubApi.Text(text, contentType: "text/csv")));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("export", SampleRuns.RunId, "--format", "csv"));

        Assert.Equal(text + "\n", tool.Output);
    }

    [Theory]
    [InlineData("export", SampleRuns.RunId)]
    [InlineData("export", SampleRuns.RunId, "--format", "xml")]
    public async Task A_format_is_needed_and_must_be_one_of_three(params string[] arguments) =>
        Assert.Equal(ExitCode.Usage, await new ToolRun(ToolRun.Unused).RunAsync(arguments));

    [Theory]
    [InlineData("export", SampleRuns.RunId, "--format", "junit")]
    [InlineData("export", SampleRuns.RunId, "--format", "svg", "--chart", "rate")]
    [InlineData("report", SampleRuns.RunId, "--format", "html")]
    public async Task A_file_is_asked_for_again_where_what_failed_may_pass(params string[] arguments)
    {
        var answers = new Queue<HttpResponseMessage>(
            [StubApi.Problem(HttpStatusCode.ServiceUnavailable, "{}"), StubApi.Limited(2), StubApi.Text(Content, contentType: "text/csv")]);
        var api = new StubApi(_ => answers.Dequeue());
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync(arguments));

        Assert.Equal(Content, tool.Output);
        Assert.Single(api.Requests.Select(request => request.Path).Distinct());
    }

    [Fact]
    public async Task A_run_that_is_not_there_is_said()
    {
        var tool = new ToolRun(new(_ => StubApi.Problem(HttpStatusCode.NotFound, """{"title":"There is nothing at this address","status":404,"detail":"there is no run with this id"}""")));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("export", SampleRuns.RunId, "--format", "csv"));

        Assert.Contains("there is no run with this id", tool.Error, StringComparison.Ordinal);
    }

    private static HttpResponseMessage CutOff()
    {
        var content = new StreamContent(new Bytes(300_000));
        content.Headers.ContentLength = 400_000;
        return new(HttpStatusCode.OK) { Content = content };
    }

    /// <summary>So many bytes, which come one part after the other.</summary>
    private sealed class Bytes(long length) : Stream
    {
        public override bool CanRead => true;

        public override bool CanSeek => false;

        public override bool CanWrite => false;

        public override long Length => throw new NotSupportedException();

        public override long Position { get; set; }

        public override int Read(byte[] buffer, int offset, int count)
        {
            var read = (int)Math.Min(count, length - Position);
            Position += read;
            return read;
        }

        public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

        public override void SetLength(long value) => throw new NotSupportedException();

        public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

        public override void Flush()
        {
        }
    }
}
