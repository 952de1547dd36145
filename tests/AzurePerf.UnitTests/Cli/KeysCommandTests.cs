using System.Net;
using Azure;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Storage;
using AzurePerf.Storage.Access;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Access;
using AzurePerf.UnitTests.Programs;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class KeysCommandTests
{
    private static readonly DateTimeOffset Then = SampleRuns.Submitted;
    private static readonly KeyResponse Ci = KeyResponse.From(SampleKeys.Of("ci", AccessScope.Submit, Then), Then);

    private static readonly string NewText = AccessKeyText.Write("zzzzzzzzzzzzzzzzzzzz", new byte[AccessKeyText.SecretBytes]);

    [Fact]
    public async Task Create_prints_the_key_alone_on_standard_output_and_the_rest_for_people()
    {
        var api = new StubApi(_ => StubApi.Json(Ci with { Key = SampleKeys.Text }, HttpStatusCode.Created));
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("keys", "create", "ci", "--scope", "submit", "--expires-days", "30"));

        Assert.Equal("""{"name":"ci","scope":"submit","expiresInDays":30}""", Assert.Single(api.Requests).Body);
        Assert.Equal(SampleKeys.Text + "\n", tool.Output);
        Assert.Equal("ci (submit), id abcdefghij234567klmn, until 2026-10-29; keep it: it is not shown again\n", tool.Error.Replace(Day(Ci.ExpiresAt), "2026-10-29", StringComparison.Ordinal));
        Assert.DoesNotContain(SampleKeys.Text, tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_key_is_replaced_by_name()
    {
        var api = new StubApi(request => request.Method == "GET"
            ? StubApi.Json(new KeyListResponse([Ci, Ci with { Id = "zzzzzzzzzzzzzzzzzzzz", State = AccessKeyState.Revoked }], []))
            : StubApi.Json(Ci with { Key = SampleKeys.Text }, HttpStatusCode.Created));

        Assert.Equal(ExitCode.Ok, await new ToolRun(api).RunAsync("keys", "create", "--replaces", "ci", "--overlap-hours", "48"));

        Assert.Equal("""{"overlapHours":48,"replaces":"abcdefghij234567klmn"}""", api.Requests[^1].Body);
    }

    [Fact]
    public async Task A_key_that_goes_to_a_file_is_for_its_owner_alone_and_nowhere_else()
    {
        using var folder = new TemporaryFolder();
        var file = Path.Combine(folder.Path, "ci.key");
        foreach (var (format, output) in new[] { ("table", Ci.Id + "\n"), ("csv", ",\n"), ("json", "\"key\":null") })
        {
            var tool = new ToolRun(new(_ => StubApi.Json(Ci with { Key = SampleKeys.Text }, HttpStatusCode.Created))) { IsAbandoned = true };

            Assert.Equal(ExitCode.Ok, await tool.RunAsync("keys", "create", "ci", "--out", file, "--output", format));

            Assert.Equal(SampleKeys.Text + "\n", await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
            Assert.Contains(output, tool.Output, StringComparison.Ordinal);
            Assert.DoesNotContain(SampleKeys.Text, tool.Output + tool.Error, StringComparison.Ordinal);
            Assert.Contains($"; it is in {file} and is not shown again\n", tool.Error, StringComparison.Ordinal);
            if (!OperatingSystem.IsWindows())
            {
                Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(file));
            }

            File.Delete(file);
        }
    }

    [Fact]
    public async Task A_file_that_may_have_another_key_or_cannot_be_written_is_refused_before_a_key_is_made()
    {
        using var folder = new TemporaryFolder();
        var old = folder.Write("ci.key", "azp_of_somebody");
        foreach (var (path, complaint) in new[]
        {
            (old, $"--out: {old} is there already, and may have a key that nobody has elsewhere: name another file"),
            (folder.Path, $"--out: {folder.Path} is a folder: name a file"),
            (Path.Combine(folder.Path, "not", "ci.key"), $"ci.key cannot be written: the folder {Path.Combine(folder.Path, "not")} is not there"),
        })
        {
            var tool = new ToolRun(ToolRun.Unused);

            Assert.NotEqual(ExitCode.Ok, await tool.RunAsync("keys", "create", "ci", "--out", path));

            Assert.Contains(complaint, tool.Error, StringComparison.Ordinal);
        }

        Assert.Equal("azp_of_somebody", await File.ReadAllTextAsync(old, TestContext.Current.CancellationToken));
        Assert.Equal([old], Directory.GetFiles(folder.Path));
    }

    [Theory]
    [InlineData(HttpStatusCode.Created)]
    [InlineData(HttpStatusCode.Forbidden)]
    public async Task The_file_of_a_key_that_is_replaced_has_the_old_one_until_there_is_a_new_one(HttpStatusCode answer)
    {
        var isMade = answer == HttpStatusCode.Created;
        using var folder = new TemporaryFolder();
        var file = folder.Write("ci.key", SampleKeys.Text + "\n");
        var tool = new ToolRun(Replacing(answer));

        Assert.Equal(isMade, await tool.RunAsync("keys", "create", "--replaces", "ci", "--out", file) == ExitCode.Ok);

        Assert.Equal(isMade ? NewText + "\n" : SampleKeys.Text + "\n", await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
        Assert.Equal([file], Directory.GetFiles(folder.Path));
    }

    [Theory]
    [InlineData("")]
    [InlineData("a report of yesterday")]
    public async Task A_key_that_replaces_one_is_not_made_where_its_file_has_something_else(string there)
    {
        using var folder = new TemporaryFolder();
        var file = folder.Write("ann.key", there);
        var api = Replacing(HttpStatusCode.Created);
        var tool = new ToolRun(api);

        Assert.Equal(ExitCode.Usage, await tool.RunAsync("keys", "create", "--replaces", "ci", "--out", file));

        Assert.Contains($"--out: {file} does not have the key {Ci.Id}, which is replaced: name another file", tool.Error, StringComparison.Ordinal);
        Assert.DoesNotContain(api.Requests, request => request.Method == "POST");
        Assert.Equal(there, await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
    }

    [Fact]
    public async Task A_first_key_goes_to_a_file_and_who_reads_no_more_does_not_revoke_it()
    {
        using var folder = new TemporaryFolder();
        var control = new InMemoryControlPlane(TimeProvider.System);
        var file = Path.Combine(folder.Path, "ann.key");

        await WithControl(control.AsControlPlane(), new FullDisk()).RunAsync("keys", "create", "--first", "ann", "--out", file);

        var stored = await StoredAsync(control, await File.ReadAllTextAsync(file, TestContext.Current.CancellationToken));
        Assert.Null(stored!.RevokedAt);
    }

    /// <summary>A shell makes files that others may read, empties them before the command runs, and is another one on Windows.</summary>
    [Theory]
    [InlineData("keys", "--help")]
    [InlineData("keys", "create", "--help")]
    public async Task Every_example_that_makes_a_key_has_it_written_to_a_file(params string[] arguments)
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync(arguments));

        var examples = tool.Output.Split('\n').Where(line => line.StartsWith("  azureperf keys create ", StringComparison.Ordinal)).ToArray();
        Assert.NotEmpty(examples);
        Assert.All(examples, line => Assert.EndsWith(".key", line, StringComparison.Ordinal));
        Assert.All(examples, line => Assert.Contains(" --out ", line, StringComparison.Ordinal));
    }

    [Fact]
    public async Task List_and_revoke_show_no_key()
    {
        var api = new StubApi(request => request.Method == "GET" ? StubApi.Json(new KeyListResponse([Ci], ["row x makes no sense"])) : new(HttpStatusCode.NoContent));
        var (list, csv, revoke) = (new ToolRun(api), new ToolRun(api), new ToolRun(api));

        Assert.Equal(ExitCode.Ok, await list.RunAsync("keys", "list"));
        Assert.Equal(ExitCode.Ok, await csv.RunAsync("keys", "list", "--output", "csv"));
        Assert.Equal(ExitCode.Ok, await revoke.RunAsync("keys", "revoke", "ci"));

        Assert.Contains("abcdefghij234567klmn  ci    submit  active", list.Output, StringComparison.Ordinal);
        Assert.Contains("row x", list.Error, StringComparison.Ordinal);
        Assert.StartsWith("keyId,name,scope,state,createdBy,createdAt,expiresAt,lastUsedAt,revokedAt,revokedBy,replacedBy\n", csv.Output, StringComparison.Ordinal);
        Assert.Equal("abcdefghij234567klmn revoked\n", revoke.Output);
        Assert.Equal(("DELETE", "/api/v1/keys/abcdefghij234567klmn"), (api.Requests[^1].Method, api.Requests[^1].Path));
    }

    [Fact]
    public async Task The_first_key_is_written_to_the_control_account_itself_and_only_once()
    {
        var control = new InMemoryControlPlane(TimeProvider.System);
        var (first, second) = (WithControl(control), WithControl(control));

        Assert.Equal(ExitCode.Ok, await first.RunAsync("keys", "create", "--first", "ann"));
        Assert.Equal(ExitCode.Failure, await second.RunAsync("keys", "create", "--first", "bob"));

        var id = AccessKeyText.IdOf(first.Output.Trim());
        var stored = await new KeyStore(control.Rows).FindAsync(id!, TestContext.Current.CancellationToken);
        Assert.Equal(("ann", AccessScope.Admin), (stored!.Name, stored.Scope));
        Assert.True(stored.IsTextOf(first.Output.Trim()));
        Assert.Contains("there is a key that is in use", second.Error, StringComparison.Ordinal);
        Assert.Empty(second.Output);
        Assert.Equal(1, control.Rows.Count("audit"));
    }

    [Fact]
    public async Task An_account_that_refuses_the_first_key_is_told_in_one_line()
    {
        var control = new InMemoryControlPlane(TimeProvider.System);
        var tool = WithControl(control.AsControlPlane(
            new InterceptedRowStore(control.Rows, (_, _, _) => throw new RequestFailedException(403, "no", "AuthorizationPermissionMismatch", null))));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("keys", "create", "--first", "ann"));

        Assert.Equal(
            "azureperf: the control account refuses the sign-in (AuthorizationPermissionMismatch); the first key is written by a sign-in that may write tables there\n",
            tool.Error);
        Assert.Empty(tool.Output);
    }

    [Fact]
    public async Task The_first_key_is_given_although_the_audit_refuses_its_entry()
    {
        var control = new InMemoryControlPlane(TimeProvider.System);
        var tool = WithControl(control.AsControlPlane(new InterceptedRowStore(control.Rows, (table, _, _) =>
        {
            if (table == ControlNames.AuditTable)
            {
                throw new RequestFailedException(503, "busy", "ServerBusy", null);
            }
        })));

        Assert.Equal(ExitCode.Ok, await tool.RunAsync("keys", "create", "--first", "ann"));

        Assert.NotNull(await StoredAsync(control, tool.Output));
        Assert.Contains("the audit has no entry of `keys create --first`: ", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task The_first_key_is_given_although_somebody_interrupts_when_it_is_stored()
    {
        using var interrupted = new CancellationTokenSource();
        var control = new InMemoryControlPlane(TimeProvider.System);
        var tool = WithControl(control.AsControlPlane(new InterceptedRowStore(control.Rows, (table, _, changes) =>
        {
            if (table == ControlNames.KeysTable && changes)
            {
                interrupted.Cancel();
            }
        })));

        await tool.RunAsync(interrupted.Token, "keys", "create", "--first", "ann");

        Assert.NotNull(await StoredAsync(control, tool.Output));
        Assert.Contains("the audit has no entry of `keys create --first`, because it was interrupted", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_first_key_that_cannot_be_written_anywhere_is_revoked_because_no_other_key_could_end_it()
    {
        var control = new InMemoryControlPlane(TimeProvider.System);
        var full = WithControl(control.AsControlPlane(), new FullDisk());

        Assert.Equal(ExitCode.Failure, await full.RunAsync("keys", "create", "--first", "ann"));

        var stored = await new KeyStore(control.Rows).ListAsync(TestContext.Current.CancellationToken).SingleAsync(TestContext.Current.CancellationToken);
        Assert.NotNull(stored.Value!.RevokedAt);

        Assert.EndsWith("azureperf: standard output is full; nobody has the key, so it was revoked\n", full.Error, StringComparison.Ordinal);
        Assert.Equal(2, control.Rows.Count("audit"));
    }

    [Fact]
    public async Task A_first_key_that_nobody_reads_is_revoked_too()
    {
        var control = new InMemoryControlPlane(TimeProvider.System);
        var tool = WithControl(control.AsControlPlane(), isAbandoned: true);

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("keys", "create", "--first", "ann"));

        var stored = await new KeyStore(control.Rows).ListAsync(TestContext.Current.CancellationToken).SingleAsync(TestContext.Current.CancellationToken);
        Assert.NotNull(stored.Value!.RevokedAt);
        Assert.Empty(tool.Output);
        Assert.EndsWith("nobody reads standard output any more; nobody has the key, so it was revoked\n", tool.Error, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Where_nobody_has_the_key_that_is_in_use_the_table_of_the_same_installation_is_named()
    {
        var control = new InMemoryControlPlane(TimeProvider.System);
        await WithControl(control).RunAsync("keys", "create", "--first", "ann", "--prefix", "two");
        var tool = WithControl(control);

        Assert.Equal(ExitCode.Failure, await tool.RunAsync("keys", "create", "--first", "bob", "--prefix", "two"));

        Assert.Contains("remove the rows of the table twokeys in the control account", tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("whether ci was replaced is not known; `azureperf keys list` shows the new key", "--replaces", "ci")]
    [InlineData("whether the key was made is not known; `azureperf keys list` shows it", "ci", "--scope", "submit")]
    public async Task Of_a_key_without_an_answer_it_is_said_that_it_may_be_there(string said, params string[] which)
    {
        var tool = new ToolRun(new(request => request.Method == "GET"
            ? StubApi.Json(new KeyListResponse([Ci], []))
            : throw new HttpRequestException(HttpRequestError.ResponseEnded)));

        Assert.Equal(ExitCode.Failure, await tool.RunAsync(["keys", "create", .. which]));

        Assert.Contains(said, tool.Error, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("nobody has key abcdefghij234567klmn, which was made: revoke it, `azureperf keys revoke abcdefghij234567klmn`", "ci")]
    [InlineData(
        "nobody has key abcdefghij234567klmn, which replaced ci: replace it, `azureperf keys create --replaces abcdefghij234567klmn --overlap-hours 0`", "--replaces", "ci")]
    public async Task Of_a_key_that_nobody_gets_it_is_said_which_and_what_to_do(string said, params string[] which)
    {
        var api = new StubApi(request => request.Method == "GET"
            ? StubApi.Json(new KeyListResponse([Ci], []))
            : StubApi.Json(Ci with { Key = SampleKeys.Text }, HttpStatusCode.Created));
        var (full, unread) = (new ToolRun(api) { StandardOutput = new FullDisk() }, new ToolRun(api) { IsAbandoned = true });

        Assert.Equal(ExitCode.Failure, await full.RunAsync(["keys", "create", .. which]));
        Assert.Equal(ExitCode.Failure, await unread.RunAsync(["keys", "create", .. which]));

        Assert.EndsWith($"azureperf: standard output is full; {said}\n", full.Error, StringComparison.Ordinal);
        Assert.EndsWith($"azureperf: nobody reads standard output any more; {said}\n", unread.Error, StringComparison.Ordinal);
        Assert.DoesNotContain(SampleKeys.Text, full.Error + unread.Error + unread.Output, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("--first makes", "keys", "create", "--first", "ann", "--scope", "read")]
    [InlineData("name the key", "keys", "create", "--first")]
    [InlineData("name the key", "keys", "create", "--first", "Ann")]
    [InlineData("AZUREPERF_CONTROL", "keys", "create", "--first", "ann")]
    [InlineData("name a command: create, list, revoke", "keys")]
    public async Task What_cannot_be_meant_is_refused_before_anything_is_sent(string complaint, params string[] arguments)
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Usage, await tool.RunAsync(arguments));

        Assert.Contains(complaint, tool.Error, StringComparison.Ordinal);
    }

    private static StubApi Replacing(HttpStatusCode answer) => new(request => request.Method == "GET"
        ? StubApi.Json(new KeyListResponse([Ci], []))
        : StubApi.Json(Ci with { Key = NewText }, answer));

    private static ToolRun WithControl(InMemoryControlPlane control) => WithControl(control.AsControlPlane());

    private static async Task<AccessKey?> StoredAsync(InMemoryControlPlane control, string output) =>
        await new KeyStore(control.Rows).FindAsync(AccessKeyText.IdOf(output.Trim())!, TestContext.Current.CancellationToken);

    private static ToolRun WithControl(ControlPlane control, TextWriter? output = null, bool isAbandoned = false)
    {
        var tool = new ToolRun(ToolRun.Unused) { Control = control, StandardOutput = output, IsAbandoned = isAbandoned };
        tool.Environment["AZUREPERF_CONTROL"] = "DefaultEndpointsProtocol=https;AccountName=control;AccountKey=a2V5";
        return tool;
    }

    private sealed class FullDisk : StringWriter
    {
        public override void Write(string? value) => throw new CommandFailure("standard output is full");
    }

    private static string Day(DateTimeOffset instant) => instant.ToString("yyyy-MM-dd", System.Globalization.CultureInfo.InvariantCulture);
}
