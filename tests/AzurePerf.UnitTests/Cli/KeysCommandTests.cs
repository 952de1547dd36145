using System.Net;
using Azure;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Storage;
using AzurePerf.Storage.Access;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Access;
using AzurePerf.UnitTests.Docs;
using Xunit;

namespace AzurePerf.UnitTests.Cli;

public sealed class KeysCommandTests
{
    private static readonly DateTimeOffset Then = SampleRuns.Submitted;
    private static readonly KeyResponse Ci = KeyResponse.From(SampleKeys.Of("ci", AccessScope.Submit, Then), Then);

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

    /// <summary>The shell empties the file that it writes to before the command runs, and the old key is nowhere else.</summary>
    [Fact]
    public async Task The_help_and_the_page_write_a_replacement_beside_the_old_file_so_that_one_that_fails_leaves_it()
    {
        var tool = new ToolRun(ToolRun.Unused);
        Assert.Equal(ExitCode.Ok, await tool.RunAsync("keys", "create", "--help"));
        var page = await File.ReadAllTextAsync(RepositoryFolder.PathOf("docs/access.md"), TestContext.Current.CancellationToken);

        Assert.All([tool.Output, page], text =>
        {
            var lines = text.Split('\n').Where(line => line.Contains("keys create ", StringComparison.Ordinal) && line.Contains("--replaces", StringComparison.Ordinal)).ToArray();
            Assert.NotEmpty(lines);
            Assert.All(lines, line => Assert.EndsWith(" > ci.new && mv ci.new ci.key", line, StringComparison.Ordinal));
        });
    }

    [Theory]
    [InlineData("keys", "--help")]
    [InlineData("keys", "create", "--help")]
    public async Task Every_example_that_writes_a_key_makes_a_file_that_nobody_else_may_read(params string[] arguments)
    {
        var tool = new ToolRun(ToolRun.Unused);

        Assert.Equal(ExitCode.Ok, await tool.RunAsync(arguments));

        var examples = tool.Output.Split('\n').Where(line => line.Contains(" > ", StringComparison.Ordinal)).ToArray();
        Assert.NotEmpty(examples);
        Assert.All(examples, line => Assert.StartsWith("  umask 077; azureperf keys create ", line, StringComparison.Ordinal));
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
