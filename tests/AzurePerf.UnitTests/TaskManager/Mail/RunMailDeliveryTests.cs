using System.Threading.Channels;
using Azure;
using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Mail;
using AzurePerf.Core.Runs;
using AzurePerf.Hosting.Mail;
using AzurePerf.Hosting.Shares;
using AzurePerf.Storage;
using AzurePerf.Storage.Access;
using AzurePerf.Storage.Mail;
using AzurePerf.Storage.Rights;
using AzurePerf.TaskManager;
using AzurePerf.Testing.Storage;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Mail;

/// <summary>Mails about the end of runs, from the submission to the mail server, through the whole TaskManager.</summary>
public sealed class RunMailDeliveryTests
{
    private const string Ann = "ann@example.com";

    private static readonly MailOptions Options = new()
    {
        Server = "smtps://mail.example:465",
        From = "AzurePerf <azureperf@example.org>",
        AllowedDomains = ["example.com"],
        Portal = "https://perf.example",
    };

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_run_that_asks_for_it_is_mailed_about_once_when_it_has_ended()
    {
        var engine = await StartAsync();
        var runId = await engine.SubmitAsync(Spec());
        var early = 0;
        engine.AfterRound = async () => early += engine.MailServer.Attempts > 0 && !(await engine.HeaderAsync(runId)).Status.IsTerminal() ? 1 : 0;

        await EndAsync(engine, runId);

        var (mail, content, picture) = Assert.Single(engine.MailServer.Taken);
        Assert.Equal((Ann, OutboxMail.MessageIdOf(runId, Ann, "example.org")), (mail.Recipient, mail.MessageId));
        Assert.EndsWith(": completed: 2 of 2 points", content.Subject, StringComparison.Ordinal);
        Assert.Contains($"https://perf.example/runs/{runId}\n", content.Text, StringComparison.Ordinal);
        Assert.Null(picture);
        Assert.Equal(0, early);
        Assert.Equal((OutboxState.Sent, 1, ""), await StateAsync(engine));
    }

    [Fact]
    public async Task A_run_that_does_not_ask_is_not_mailed_about()
    {
        var engine = await StartAsync();
        var runId = await engine.SubmitAsync(Spec() with { Notify = "" });

        await EndAsync(engine, runId);

        Assert.Equal(0, engine.MailServer.Attempts);
        Assert.Equal(0, engine.Control.Rows.Count(ControlNames.OutboxTable));
    }

    [Fact]
    public async Task Wherever_the_process_ends_the_mail_is_sent_under_one_Message_ID_with_one_link()
    {
        var changes = await CrashAsync(0, applied: false);
        Assert.InRange(changes, 20, 100);
        for (var change = 1; change <= changes; change++)
        {
            await CrashAsync(change, applied: false);
            await CrashAsync(change, applied: true);
        }
    }

    [Fact]
    public async Task A_server_that_is_down_for_an_hour_gets_the_mail_after_it()
    {
        var engine = await StartAsync();
        var runId = await engine.SubmitAsync(Spec());
        var upAt = DateTimeOffset.MaxValue;
        engine.MailServer.Answer = _ =>
        {
            upAt = upAt == DateTimeOffset.MaxValue ? engine.Time.GetUtcNow().AddHours(1) : upAt;
            return engine.Time.GetUtcNow() < upAt ? MailOutcome.Failed("the server cannot be reached: ConnectionRefused") : MailOutcome.Sent;
        };

        await EndAsync(engine, runId);
        Assert.Equal((OutboxState.Waiting, 1, "the server cannot be reached: ConnectionRefused"), await StateAsync(engine));
        await PassAsync(engine, TimeSpan.FromMinutes(70));

        Assert.Equal((OutboxState.Sent, 7, ""), await StateAsync(engine));
        Assert.Single(engine.MailServer.Taken);
        Assert.Equal(
            ["The mail is not sent yet: the server cannot be reached: ConnectionRefused. It is tried again for a day", "The mail was sent"],
            (await engine.EventsAsync(runId)).Where(said => said.Contains("mail", StringComparison.OrdinalIgnoreCase)));
    }

    [Fact]
    public async Task A_mail_that_another_process_stored_is_sent_within_minutes_although_the_clock_was_set_back_by_hours()
    {
        var engine = await StartAsync();
        var runId = await engine.SubmitAsync(Spec() with { Notify = "" });
        await EndAsync(engine, runId);

        engine.Time.WallClockSetBy = -TimeSpan.FromHours(2);
        await new OutboxStore(engine.Control.Rows).AddAsync(OutboxMail.For(runId, Ann, "example.org", "", engine.Time.GetUtcNow()), Cancelled);
        await PassAsync(engine, TimeSpan.FromMinutes(2));

        Assert.Equal((OutboxState.Sent, 1, ""), await StateAsync(engine));
    }

    [Fact]
    public async Task An_address_that_is_refused_is_given_up_at_once_and_the_run_says_why()
    {
        var engine = await StartAsync();
        var runId = await engine.SubmitAsync(Spec());
        engine.MailServer.Answer = _ => MailOutcome.Refused("the server refuses the address: 550 no such user");

        await EndAsync(engine, runId);
        await PassAsync(engine, TimeSpan.FromHours(2));

        Assert.Equal((OutboxState.GivenUp, 1, "the server refuses the address: 550 no such user"), await StateAsync(engine));
        Assert.Equal("No mail was sent: the server refuses the address: 550 no such user", (await engine.EventsAsync(runId))[^1]);
        Assert.Equal(1, engine.MailServer.Attempts);
    }

    [Theory]
    [InlineData(MailOutcomeKind.Refused, "No mail was sent: 550 no such user")]
    [InlineData(MailOutcomeKind.Failed, "The mail is not sent yet: 550 no such user. It is tried again for a day")]
    public async Task Wherever_the_process_ends_the_run_says_why_there_is_no_mail(MailOutcomeKind kind, string said)
    {
        var changes = await RefusedAsync(new(kind, "550 no such user"), said, 0, applied: false);
        Assert.InRange(changes, 20, 100);

        // Those of the mail come last.
        for (var change = changes - 20; change <= changes; change++)
        {
            await RefusedAsync(new(kind, "550 no such user"), said, change, applied: false);
            await RefusedAsync(new(kind, "550 no such user"), said, change, applied: true);
        }
    }

    [Theory]
    [InlineData(MailOutcomeKind.Refused, "No mail was sent: 550 no such user")]
    [InlineData(MailOutcomeKind.Failed, "The mail is not sent yet: 550 no such user. It is tried again for a day")]
    public async Task Wherever_the_process_ends_the_last_word_about_a_mail_is_what_became_of_it(MailOutcomeKind kind, string said)
    {
        var changes = await MendedAsync(new(kind, "550 no such user"), said, 0, applied: false);

        // Those of both attempts come last.
        for (var change = changes - 40; change <= changes; change++)
        {
            await MendedAsync(new(kind, "550 no such user"), said, change, applied: false);
            await MendedAsync(new(kind, "550 no such user"), said, change, applied: true);
        }
    }

    [Fact]
    public async Task A_server_that_never_takes_it_is_tried_for_a_day()
    {
        var engine = await StartAsync();
        var runId = await engine.SubmitAsync(Spec());
        engine.MailServer.Answer = _ => MailOutcome.Failed("the server refuses the sign-in");

        await EndAsync(engine, runId);
        await PassAsync(engine, TimeSpan.FromHours(26));

        var (state, attempts, reason) = await StateAsync(engine);
        Assert.Equal(OutboxState.GivenUp, state);
        Assert.InRange(attempts, 25, 32);
        Assert.Equal($"the server refuses the sign-in; it was tried for a day, {attempts} times", reason);
        Assert.Contains((await engine.EventsAsync(runId)), said => said.StartsWith("No mail was sent: the server refuses the sign-in", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_server_that_keeps_quiet_holds_up_no_round_and_is_tried_again()
    {
        var engine = await StartAsync();
        var runId = await engine.SubmitAsync(Spec());
        engine.MailServer.Silence = new();

        await EndAsync(engine, runId);
        var other = await engine.SubmitAsync(Spec() with { Notify = "" });
        await engine.WorkUntilEndedAsync(other);
        Assert.Equal(1, engine.MailServer.Attempts);
        engine.MailServer.Silence = null;
        await PassAsync(engine, TimeSpan.FromMinutes(3));

        Assert.Equal((OutboxState.Sent, 2, ""), await StateAsync(engine));
    }

    [Fact]
    public async Task A_server_that_takes_minutes_to_confirm_a_mail_gets_no_copy()
    {
        var engine = await StartAsync();
        var runId = await engine.SubmitAsync(Spec());
        (engine.MailServer.Silence, engine.MailServer.IsWhole) = (new(), true);

        await EndAsync(engine, runId);
        await PassAsync(engine, TimeSpan.FromMinutes(9));
        engine.MailServer.Silence.SetResult();
        await PassAsync(engine, TimeSpan.FromMinutes(30));

        Assert.Equal(1, engine.MailServer.Attempts);
        Assert.Equal((OutboxState.Sent, 1, ""), await StateAsync(engine));
    }

    [Fact]
    public async Task A_server_that_never_confirms_a_mail_gets_it_again_after_ten_minutes_and_the_run_says_so()
    {
        var engine = await StartAsync();
        var runId = await engine.SubmitAsync(Spec());
        (engine.MailServer.Silence, engine.MailServer.IsWhole) = (new(), true);

        await EndAsync(engine, runId);
        await PassAsync(engine, TimeSpan.FromMinutes(13));

        Assert.Equal(2, engine.MailServer.Attempts);
        Assert.Equal(
            "The mail is not sent yet: the server got the whole mail and did not confirm it within 10 minutes. It is tried again for a day",
            (await engine.EventsAsync(runId))[^1]);
    }

    [Fact]
    public async Task A_mail_that_a_server_confirms_after_its_sender_lost_the_lead_gets_no_copy()
    {
        var engine = await StartAsync();
        var runId = await engine.SubmitAsync(Spec());
        (engine.MailServer.Silence, engine.MailServer.IsWhole) = (new(), true);
        await EndAsync(engine, runId);
        var rival = engine.StartRival();
        await PassAsync(engine, TimeSpan.FromMinutes(2), rival);
        engine.AfterRound = () => rival.RoundAsync(Cancelled);
        engine.MailServer.Silence.SetResult();

        await engine.WorkUntilAsync(async () => (await StateAsync(engine)).State == OutboxState.Sent);

        Assert.Equal(1, engine.MailServer.Attempts);
    }

    [Fact]
    public async Task A_mail_that_was_sent_just_before_the_process_is_told_to_end_gets_no_copy()
    {
        var engine = await StartAsync();
        var runId = await engine.SubmitAsync(Spec() with { Notify = "" });
        await engine.WorkUntilEndedAsync(runId);
        await new OutboxStore(engine.Control.Rows).AddAsync(OutboxMail.For(runId, Ann, "example.org", "", engine.Time.GetUtcNow()), Cancelled);
        engine.MailServer.Silence = new();
        var pauses = Channel.CreateUnbounded<TimeSpan>();
        engine.Time.TimerSet = pause => pauses.Writer.TryWrite(pause);
        engine.Restart();
        await engine.Service.StartAsync(Cancelled);
        while (await pauses.Reader.ReadAsync(Cancelled) is var pause && (pause > TimeSpan.FromSeconds(1) || engine.MailServer.Attempts == 0))
        {
            engine.Time.Advance(pause > TimeSpan.FromSeconds(1) ? TimeSpan.Zero : pause);
        }

        engine.MailServer.Silence.SetResult();
        await engine.Service.StopAsync(Cancelled);

        Assert.Equal((OutboxState.Sent, 1, ""), await StateAsync(engine));
        Assert.Null(await engine.LeaderAsync());
    }

    [Fact]
    public async Task A_mail_that_another_process_sent_is_the_last_word_about_it()
    {
        var engine = await StartAsync();
        var runId = await engine.SubmitAsync(Spec());
        (engine.MailServer.Silence, engine.MailServer.IsWhole) = (new(), true);
        await EndAsync(engine, runId);
        engine.MailServer.Hangs = mail => mail.Attempts == 1;
        await PassAsync(engine, TimeSpan.FromMinutes(14), engine.StartRival());

        await engine.RoundsAsync(TimeSpan.FromSeconds(2));

        Assert.Equal((OutboxState.Sent, 2, ""), await StateAsync(engine));
        Assert.Equal(
            ["The mail was sent"], (await engine.EventsAsync(runId)).Where(said => said.Contains("mail", StringComparison.OrdinalIgnoreCase)));
    }

    [Fact]
    public async Task Mails_that_a_server_never_confirms_take_turns_with_those_behind_them()
    {
        var engine = await StartAsync();
        string[] runs = [.. await Task.WhenAll(Enumerable.Range(0, 3).Select(_ => engine.SubmitAsync(Spec() with { Notify = "" })))];
        await engine.WorkUntilEndedAsync(runs);
        var last = runs.Max(StringComparer.Ordinal);
        (engine.MailServer.Silence, engine.MailServer.IsWhole) = (new(), true);
        engine.MailServer.Hangs = mail => mail.RunId != last;
        foreach (var runId in runs)
        {
            await new OutboxStore(engine.Control.Rows).AddAsync(OutboxMail.For(runId, Ann, "example.org", "", engine.Time.GetUtcNow()), Cancelled);
        }

        await PassAsync(engine, TimeSpan.FromMinutes(25));

        Assert.Equal(last, Assert.Single(engine.MailServer.Taken).Mail.RunId);
    }

    [Theory]
    [InlineData(503, "the control account answered HTTP 503")]
    [InlineData(403, "the control account refuses the sign-in (HTTP 403)")]
    public async Task A_mail_that_the_control_account_kept_from_being_written_is_tried_again_after_a_minute_and_the_run_says_why(int status, string reason)
    {
        var refusals = 1;
        var engine = new TaskManagerUnderTest
        {
            Mail = Options,
            FaultsAreExpected = status == 403,
            RowStore = rows => new InterceptedRowStore(rows, (table, _, _) =>
            {
                if (table == ControlNames.AuditTable && refusals-- > 0)
                {
                    throw new RequestFailedException(status, "busy");
                }
            }),
        };
        engine.Restart();
        await engine.HireAsync();
        var runId = await engine.SubmitAsync(Spec());

        await EndAsync(engine, runId);
        Assert.Equal((OutboxState.Waiting, 1, reason), await StateAsync(engine));
        Assert.Contains($"The mail is not sent yet: {reason}. It is tried again for a day", await engine.EventsAsync(runId));
        await PassAsync(engine, TimeSpan.FromMinutes(3));

        Assert.Equal((OutboxState.Sent, 2, ""), await StateAsync(engine));
    }

    [Fact]
    public async Task A_run_that_cannot_be_carried_on_is_mailed_about_too()
    {
        var engine = await StartAsync();
        engine.FaultsAreExpected = true;
        var runId = await engine.SubmitAsync(Spec());
        await engine.WorkUntilAsync(async () => (await engine.HeaderAsync(runId)).Status == RunStatus.Running);
        await engine.SpoilAsync(ControlNames.RunsTable, runId, "h", "points", "many");

        await EndAsync(engine, runId);

        Assert.Contains("failed", Assert.Single(engine.MailServer.Taken).Content.Subject, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_run_whose_header_makes_no_sense_holds_up_no_other_mail()
    {
        var engine = await StartAsync();
        engine.FaultsAreExpected = true;
        string[] runs = [await engine.SubmitAsync(Spec()), await engine.SubmitAsync(Spec())];
        engine.MailServer.Answer = _ => MailOutcome.Failed("down");
        await EndAsync(engine, runs[0]);
        await EndAsync(engine, runs[1]);
        await engine.SpoilAsync(ControlNames.RunsTable, runs.Min(StringComparer.Ordinal)!, "h", "points", "many");
        engine.MailServer.Answer = _ => MailOutcome.Sent;

        await PassAsync(engine, TimeSpan.FromMinutes(5));

        Assert.Equal(runs.Max(StringComparer.Ordinal), Assert.Single(engine.MailServer.Taken).Mail.RunId);
        // The other is tried less and less, and not each minute.
        var waiting = Assert.Single(await new OutboxStore(engine.Control.Rows).ListAsync(Cancelled)).Value!;
        Assert.Equal(2, waiting.Attempts);
    }

    [Fact]
    public async Task A_mail_whose_link_makes_no_sense_is_sent_without_one()
    {
        var engine = await StartAsync();
        var runId = await engine.SubmitAsync(Spec());
        engine.MailServer.Answer = _ => MailOutcome.Failed("down");
        await EndAsync(engine, runId);
        var link = Assert.Single(await engine.Control.Rows.ListAllAsync(ControlNames.SharesTable, Cancelled).ToArrayAsync(Cancelled));
        await engine.SpoilAsync(ControlNames.SharesTable, link.PartitionKey, link.RowKey, "expiresAt", "never");
        engine.MailServer.Answer = _ => MailOutcome.Sent;

        await PassAsync(engine, TimeSpan.FromMinutes(3));

        Assert.DoesNotContain("/shared/", Assert.Single(engine.MailServer.Taken).Content.Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task What_the_settings_do_not_allow_any_more_is_not_sent_and_the_run_says_so()
    {
        var engine = await StartAsync(new() { Server = Options.Server, From = Options.From, Portal = Options.Portal, AllowedDomains = ["example.net"] });
        var runId = await engine.SubmitAsync(Spec());

        await EndAsync(engine, runId);

        Assert.Equal(0, engine.MailServer.Attempts);
        Assert.Equal(0, engine.Control.Rows.Count(ControlNames.OutboxTable));
        Assert.Contains("No mail is sent: the settings of this installation do not allow the address any more", await engine.EventsAsync(runId));
    }

    [Theory]
    [InlineData(ShareLinkAccess.Off, "")]
    [InlineData(ShareLinkAccess.SignedIn, "Read-only link that you can forward (opens for people who can sign in to AzurePerf, until ")]
    [InlineData(ShareLinkAccess.Anyone, "Read-only link that you can forward (opens for anyone who has it, until ")]
    public async Task A_link_stands_in_a_mail_where_links_open_and_it_says_for_whom(ShareLinkAccess access, string said)
    {
        var engine = await StartAsync(access: access);

        await EndAsync(engine, await engine.SubmitAsync(Spec()));

        var text = Assert.Single(engine.MailServer.Taken).Content.Text;
        Assert.Equal(said.Length > 0, text.Contains("/shared/", StringComparison.Ordinal));
        Assert.Contains(said, text, StringComparison.Ordinal);
        var shares = await engine.Control.Rows.ListAllAsync(ControlNames.SharesTable, Cancelled).ToArrayAsync(Cancelled);
        Assert.Equal(said.Length == 0 ? [] : [access == ShareLinkAccess.Anyone], shares.Select(row => row.Flag("mailedForAnyone")));
        Assert.Equal(said.Length > 0 ? 1 : 0, engine.Control.Rows.Count(ControlNames.AuditTable));
    }

    [Fact]
    public async Task The_audit_has_the_link_of_a_mail_once_however_often_the_mail_is_tried_and_may_only_be_added_to()
    {
        var engine = new TaskManagerUnderTest { Mail = Options, RowStore = rows => new CheckedRows(ControlHost.TaskManager, rows) };
        engine.Restart();
        await engine.HireAsync();
        var runId = await engine.SubmitAsync(Spec());
        var answers = new Queue<MailOutcome>([MailOutcome.Failed("down"), MailOutcome.Failed("down"), MailOutcome.Sent]);
        engine.MailServer.Answer = _ => answers.Dequeue();

        await EndAsync(engine, runId);
        await PassAsync(engine, TimeSpan.FromMinutes(5));

        Assert.Equal((OutboxState.Sent, 3, ""), await StateAsync(engine));
        var share = Assert.Single(await engine.Control.Rows.ListAllAsync(ControlNames.SharesTable, Cancelled).ToArrayAsync(Cancelled));
        var entry = Assert.Single(await new AuditStore(engine.Control.Rows, new RandomIdSource(), engine.Time).ListAsync(null, Cancelled).ToArrayAsync(Cancelled));
        Assert.Equal(("tester", $"mailed link {share.RowKey}", $"mail about run {runId}", AuditOutcome.Done), (entry.Who, entry.Text, entry.From, entry.Outcome));
        Assert.False(ControlRights.Allows(ControlHost.TaskManager, ControlPart.Table(ControlNames.AuditTable), ControlOperation.WriteRows));
        Assert.False(ControlRights.Allows(ControlHost.TaskManager, ControlPart.Table(ControlNames.AuditTable), ControlOperation.ReadRows));
    }

    [Fact]
    public async Task A_mail_that_was_sent_is_not_sent_again_where_a_leader_of_before_stores_it_once_more()
    {
        var engine = await StartAsync();
        var runId = await engine.SubmitAsync(Spec());
        await EndAsync(engine, runId);

        await new OutboxStore(engine.Control.Rows).AddAsync(OutboxMail.For(runId, Ann, "example.org", "", engine.Time.GetUtcNow()), Cancelled);
        await PassAsync(engine, TimeSpan.FromMinutes(3));

        Assert.Equal(1, engine.MailServer.Attempts);
        Assert.Equal((OutboxState.Sent, 1, ""), await StateAsync(engine));
    }

    [Fact]
    public async Task A_mail_that_an_earlier_build_sent_is_filed_and_not_sent_again()
    {
        var engine = await StartAsync();
        var mail = OutboxMail.For("aaaaaaaaaaaaaaaaaaaa", Ann, "example.org", "", engine.Time.GetUtcNow()).Claimed(engine.Time.GetUtcNow());
        await new OutboxStore(engine.Control.Rows).AddAsync(mail.After(MailOutcome.Sent, engine.Time.GetUtcNow()), Cancelled);

        await PassAsync(engine, TimeSpan.FromMinutes(2));

        Assert.Equal(0, engine.MailServer.Attempts);
        Assert.Equal((OutboxState.Sent, 1, ""), await StateAsync(engine));
    }

    [Fact]
    public async Task A_thousand_mails_that_were_sent_cost_no_request_of_the_minute()
    {
        var (few, many) = (await RequestsOfAnHourAsync(sent: 0), await RequestsOfAnHourAsync(sent: 1_000));

        Assert.InRange(few.Requests, 50, 70);
        Assert.Equal(few, many);
    }

    [Fact]
    public async Task A_mail_that_was_sent_leaves_the_outbox_after_a_month()
    {
        var engine = await StartAsync();
        var runId = await engine.SubmitAsync(Spec());
        await EndAsync(engine, runId);
        await PassAsync(engine, TimeSpan.FromMinutes(5));
        engine.Time.Advance(TimeSpan.FromDays(29));
        await PassAsync(engine, TimeSpan.FromMinutes(2));
        Assert.Equal(1, engine.Control.Rows.Count(ControlNames.OutboxTable));

        engine.Time.Advance(TimeSpan.FromDays(2));
        await PassAsync(engine, TimeSpan.FromMinutes(2));

        Assert.Equal(0, engine.Control.Rows.Count(ControlNames.OutboxTable));
    }

    [Fact]
    public async Task A_mail_that_was_sent_leaves_the_outbox_after_a_month_also_where_no_server_is_set_any_more()
    {
        var engine = await StartAsync();
        await EndAsync(engine, await engine.SubmitAsync(Spec()));
        await PassAsync(engine, TimeSpan.FromMinutes(2));
        engine.Mail = new();
        engine.Restart();
        await engine.RoundsAsync(TimeSpan.FromMinutes(2));
        engine.Time.Advance(TimeSpan.FromDays(29));
        await PassAsync(engine, TimeSpan.FromMinutes(2));
        Assert.Equal(1, engine.Control.Rows.Count(ControlNames.OutboxTable));

        engine.Time.Advance(TimeSpan.FromDays(2));
        await PassAsync(engine, TimeSpan.FromMinutes(2));

        Assert.Equal(0, engine.Control.Rows.Count(ControlNames.OutboxTable));
    }

    private static async Task<int> CrashAsync(int change, bool applied)
    {
        var engine = await StartAsync();
        engine.Crash.Arm(change, applied);
        var runId = await engine.SubmitAsync(Spec(repetitions: 1));

        await EndAsync(engine, runId);
        var changes = engine.Crash.Changes;

        // Who takes over reads the lead more often than time jumps below.
        await engine.RoundsAsync(15 * TaskManagerUnderTest.Heartbeat);
        await PassAsync(engine, TimeSpan.FromMinutes(14));

        var (state, attempts, _) = await StateAsync(engine);
        Assert.Equal(OutboxState.Sent, state);
        Assert.InRange(attempts, 1, 2);
        Assert.InRange(engine.MailServer.Taken.Count, 1, 2);
        Assert.Equal(OutboxMail.MessageIdOf(runId, Ann, "example.org"), Assert.Single(engine.MailServer.Taken.Select(one => one.Mail.MessageId).Distinct()));
        Assert.Equal(1, engine.Control.Rows.Count(ControlNames.SharesTable));
        Assert.Equal(1, engine.Control.Rows.Count(ControlNames.AuditTable));
        var link = Assert.Single(engine.MailServer.Taken.Select(one => LinkIn(one.Content)).Distinct());
        Assert.DoesNotContain(await engine.Control.Rows.ListAllAsync(ControlNames.OutboxTable, Cancelled).ToArrayAsync(Cancelled), row => row.Values.ContainsKey("linkToken"));
        Assert.StartsWith("https://perf.example/shared/azs_", link, StringComparison.Ordinal);
        Assert.Equal(change > 0, engine.Crash.Happened);
        return changes;
    }

    private static async Task<int> RefusedAsync(MailOutcome outcome, string said, int change, bool applied)
    {
        var engine = await StartAsync();
        engine.MailServer.Answer = _ => outcome;
        engine.Crash.Arm(change, applied);
        var runId = await engine.SubmitAsync(Spec());

        await EndAsync(engine, runId);
        var changes = engine.Crash.Changes;
        await engine.RoundsAsync(15 * TaskManagerUnderTest.Heartbeat);
        await PassAsync(engine, TimeSpan.FromMinutes(14));

        Assert.Equal(change > 0, engine.Crash.Happened);
        Assert.Contains(said, await engine.EventsAsync(runId));
        return changes;
    }

    /// <summary>The server takes the mail at the second attempt.</summary>
    private static async Task<int> MendedAsync(MailOutcome first, string said, int change, bool applied)
    {
        var engine = await StartAsync();
        engine.MailServer.Answer = _ => engine.MailServer.Attempts == 1 ? first : MailOutcome.Sent;
        engine.Crash.Arm(change, applied);
        var runId = await engine.SubmitAsync(Spec());

        await EndAsync(engine, runId);
        await PassAsync(engine, TimeSpan.FromMinutes(2));
        var changes = engine.Crash.Changes;
        await engine.RoundsAsync(15 * TaskManagerUnderTest.Heartbeat);
        await PassAsync(engine, TimeSpan.FromMinutes(14));

        Assert.Equal(change > 0, engine.Crash.Happened);
        Assert.Equal(
            engine.MailServer.Taken.Count > 0 ? "The mail was sent" : said,
            (await engine.EventsAsync(runId)).Last(text => text.Contains("mail", StringComparison.OrdinalIgnoreCase)));
        return changes;
    }

    private static string LinkIn(RunMail content) => content.Text.Split('\n').Single(line => line.Contains("/shared/", StringComparison.Ordinal));

    private static RunSpec Spec(int repetitions = 1) => SampleSpecs.Downloads(repetitions: repetitions) with { Notify = Ann };

    /// <summary>What the table of mails costs an hour in which one waits, the first minutes left out.</summary>
    private static async Task<(int Requests, long Rows)> RequestsOfAnHourAsync(int sent)
    {
        RequestCountingRows? counted = null;
        var engine = new TaskManagerUnderTest { Mail = Options, RowStore = rows => counted = new(rows, ControlNames.OutboxTable) };
        engine.Restart();
        await engine.HireAsync();
        var (store, now) = (new OutboxStore(engine.Control.Rows), engine.Time.GetUtcNow());
        for (var number = 0; number < sent; number++)
        {
            var mail = OutboxMail.For(IdText.Hash("run", $"{number}"), Ann, "example.org", "", now).Claimed(now);
            await store.FileAsync(mail.After(MailOutcome.Sent, now), Cancelled);
        }

        await store.AddAsync(OutboxMail.For("aaaaaaaaaaaaaaaaaaaa", Ann, "example.org", "", now) with { NextAt = now.AddDays(1) }, Cancelled);
        await PassAsync(engine, TimeSpan.FromMinutes(2));
        var (requests, read) = (counted!.Requests, counted.RowsRead);
        await PassAsync(engine, TimeSpan.FromHours(1));
        return (counted.Requests - requests, counted.RowsRead - read);
    }

    private static async Task<TaskManagerUnderTest> StartAsync(MailOptions? options = null, ShareLinkAccess access = ShareLinkAccess.SignedIn)
    {
        var engine = new TaskManagerUnderTest { Mail = options ?? Options, ShareLinks = access };
        engine.Restart();
        await engine.HireAsync();
        return engine;
    }

    /// <summary>Until the run has ended, and some rounds more.</summary>
    private static async Task EndAsync(TaskManagerUnderTest engine, string runId)
    {
        await engine.WorkUntilEndedAsync(runId);
        await engine.RoundsAsync(TimeSpan.FromSeconds(2));
    }

    /// <summary>Time passes in which a process beside the one of the engine, which stands still, takes the lead and does the rounds.</summary>
    private static async Task PassAsync(TaskManagerUnderTest engine, TimeSpan span, TaskManagerService rival)
    {
        for (var end = engine.Time.GetUtcNow() + span; engine.Time.GetUtcNow() < end;)
        {
            // Who takes over reads the lead more often than time jumps afterwards.
            engine.Time.Advance(end - engine.Time.GetUtcNow() > span - TimeSpan.FromSeconds(30) ? TimeSpan.FromMilliseconds(200) : TimeSpan.FromSeconds(15));
            await rival.RoundAsync(Cancelled);
        }
    }

    /// <summary>Time passes, with a few rounds in each minute.</summary>
    private static async Task PassAsync(TaskManagerUnderTest engine, TimeSpan span)
    {
        for (var end = engine.Time.GetUtcNow() + span; engine.Time.GetUtcNow() < end;)
        {
            engine.Time.Advance(TimeSpan.FromSeconds(30));
            await engine.RoundsAsync(TimeSpan.FromSeconds(1));
        }
    }

    private static async Task<(OutboxState State, int Attempts, string Reason)> StateAsync(TaskManagerUnderTest engine)
    {
        // A mail is in one place: it waits, or it ended.
        var store = new OutboxStore(engine.Control.Rows);
        var mail = Assert.Single([.. await store.ListAsync(Cancelled), .. await store.ListEndedAsync(Cancelled).ToArrayAsync(Cancelled)]).Value!;
        Assert.Equal(mail.State == OutboxState.Waiting, await store.FindAsync(mail.Id, Cancelled) is not null);
        return (mail.State, mail.Attempts, mail.Reason);
    }
}
