using AzurePerf.Core.Mail;
using AzurePerf.TaskManager.Mail;
using MailKit.Net.Smtp;
using MimeKit;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Mail;

public sealed class SmtpFailureTests
{
    private const string Ann = "ann@example.com";

    [Theory]
    [InlineData("4.2.0 <ann@example.com>: Recipient address rejected", "4.2.0 <the address>: Recipient address rejected")]
    [InlineData("no such user: Ann@EXAMPLE.com.", "no such user: the address")]
    [InlineData("ann unknown here, an announcement", "the address unknown here, an announcement")]
    [InlineData("5.1.1 <ann.smith@mail.internal> is full", "5.1.1 <the address> is full")]
    [InlineData("come back @ noon", "come back @ noon")]
    [InlineData("This is a full mailbox", "This is a full mailbox", "a@example.com")]
    [InlineData("5.1.1 no user 1", "5.1.1 no user 1", "1@example.com")]
    [InlineData("mailbox of ann is full", "mailbox of the address is full", "ann+perf@example.com")]
    public void The_words_of_a_server_that_are_repeated_have_no_address(string said, string repeated, string recipient = Ann)
    {
        Assert.Equal(MailOutcome.Failed($"the server does not take the address now: 450 {repeated}"), OutcomeOf(SmtpErrorCode.RecipientNotAccepted, said, recipient));
        Assert.Equal(MailOutcome.Failed($"the server refuses the mail: 450 {repeated}"), OutcomeOf(SmtpErrorCode.MessageNotAccepted, said, recipient));
    }

    [Fact]
    public void An_address_at_the_place_where_a_long_answer_is_cut_is_left_out_too() =>
        Assert.DoesNotContain("ann", OutcomeOf(SmtpErrorCode.RecipientNotAccepted, new string('x', 190) + " <" + Ann + ">")!.Reason, StringComparison.Ordinal);

    private static MailOutcome? OutcomeOf(SmtpErrorCode error, string said, string recipient = Ann) =>
        SmtpFailure.Of(new SmtpCommandException(error, SmtpStatusCode.MailboxBusy, new MailboxAddress("", recipient), said), recipient);
}
