using AzurePerf.Core.Mail;
using Xunit;

namespace AzurePerf.UnitTests.Mail;

public sealed class OutboxMailTests
{
    private static readonly DateTimeOffset Then = new(2026, 3, 14, 9, 26, 53, TimeSpan.Zero);
    private static readonly OutboxMail New = OutboxMail.For("aaaaaaaaaaaaaaaaaaaa", "Ann@example.com", "example.org", "azs_secret", Then);

    [Fact]
    public void The_Message_ID_follows_from_run_and_recipient_alone()
    {
        Assert.Equal(New.MessageId, OutboxMail.For("aaaaaaaaaaaaaaaaaaaa", "ann@EXAMPLE.com", "example.org", "", Then.AddDays(1)).MessageId);
        Assert.Matches(@"^a{20}\.[a-z2-7]{20}@example\.org$", New.MessageId);
        Assert.NotEqual(New.MessageId, OutboxMail.MessageIdOf("aaaaaaaaaaaaaaaaaaaa", "bob@example.com", "example.org"));
        Assert.NotEqual(New.MessageId, OutboxMail.MessageIdOf("baaaaaaaaaaaaaaaaaaa", "ann@example.com", "example.org"));
    }

    [Fact]
    public void An_attempt_puts_off_the_next_before_it_begins()
    {
        Assert.True(New.IsDueAt(Then));
        var claimed = New.Claimed(Then);

        Assert.Equal((1, Then.AddMinutes(12)), (claimed.Attempts, claimed.NextAt));
        Assert.False(claimed.IsDueAt(Then.AddMinutes(12).AddSeconds(-1)));
        Assert.True(claimed.IsDueAt(Then.AddMinutes(12)));
        Assert.Equal(Then.AddHours(1), (New with { Attempts = 9 }).Claimed(Then).NextAt);
    }

    [Theory]
    [InlineData(7, false)]
    [InlineData(12, true)]
    public void An_attempt_under_way_is_over_by_the_clock_of_the_service_however_far_ahead_that_of_the_next_leader_is(int minutes, bool isDue)
    {
        var claimed = New.Claimed(Then) with { Age = TimeSpan.FromMinutes(minutes) };

        Assert.Equal(isDue, claimed.IsDueAt(Then.AddHours(1)));
        Assert.True((claimed.After(MailOutcome.Failed("down"), Then) with { Age = TimeSpan.Zero }).IsDueAt(Then.AddHours(1)));
    }

    [Fact]
    public void Another_process_begins_no_attempt_while_one_may_still_go_on() =>
        Assert.True(New.Claimed(Then).NextAt > Then + OutboxMail.HandingOver + OutboxMail.Confirming);

    [Fact]
    public void Pauses_double_up_to_an_hour() =>
        Assert.Equal([1, 2, 4, 8, 16, 32, 60, 60], Enumerable.Range(1, 8).Select(attempts => (int)OutboxMail.PauseAfter(attempts).TotalMinutes));

    [Fact]
    public void A_mail_that_was_sent_is_due_no_more_and_forgets_its_secret()
    {
        var sent = New.Claimed(Then).After(MailOutcome.Sent, Then.AddSeconds(2));

        Assert.Equal((OutboxState.Sent, "", "", Then.AddSeconds(2)), (sent.State, sent.Reason, sent.LinkToken, sent.EndedAt));
        Assert.False(sent.IsDueAt(Then.AddYears(1)));
    }

    [Fact]
    public void A_refused_address_is_given_up_at_once()
    {
        var refused = New.Claimed(Then).After(MailOutcome.Refused("550 no such user"), Then.AddSeconds(2));

        Assert.Equal((OutboxState.GivenUp, "550 no such user", ""), (refused.State, refused.Reason, refused.LinkToken));
    }

    [Fact]
    public void Anything_else_is_tried_again_for_a_day()
    {
        var failed = New.Claimed(Then).After(MailOutcome.Failed("down"), Then.AddSeconds(2));
        Assert.Equal((OutboxState.Waiting, "down", Then.AddSeconds(2).AddMinutes(1)), (failed.State, failed.Reason, failed.NextAt));

        var often = failed with { Attempts = OutboxMail.LeastAttempts };
        Assert.Equal(OutboxState.Waiting, often.After(MailOutcome.Failed("down"), Then.AddDays(1).AddTicks(-1)).State);
        Assert.Equal(OutboxState.GivenUp, often.After(MailOutcome.Failed("down"), Then.AddDays(1)).State);
    }

    [Fact]
    public void A_mail_that_waited_while_no_TaskManager_ran_is_tried_for_a_day_all_the_same()
    {
        var (mail, now) = (New, Then.AddDays(9));
        while (mail.State == OutboxState.Waiting)
        {
            mail = mail.Claimed(now).After(MailOutcome.Failed("down"), now);
            now = mail.State == OutboxState.Waiting ? mail.NextAt : now;
        }

        Assert.Equal(($"down; it was tried for a day, {mail.Attempts} times", 29), (mail.Reason, mail.Attempts));
        Assert.InRange(now - Then.AddDays(9), TimeSpan.FromHours(23), TimeSpan.FromHours(25));
    }

    [Fact]
    public void A_TaskManager_that_stood_still_for_days_still_makes_an_attempt() => Assert.Equal(OutboxState.Waiting, New.Claimed(Then.AddDays(9)).State);

    [Fact]
    public void One_whose_attempts_never_end_is_given_up() =>
        Assert.Equal((OutboxState.GivenUp, "no attempt came to an end"),
            (New with { Attempts = OutboxMail.MostAttempts }).Claimed(Then) is var last ? (last.State, last.Reason) : default);
}
