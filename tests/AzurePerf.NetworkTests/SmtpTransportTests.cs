using AzurePerf.Core.Mail;
using AzurePerf.Hosting.Mail;
using AzurePerf.TaskManager.Mail;
using AzurePerf.Testing.Network;
using Xunit;

namespace AzurePerf.NetworkTests;

/// <summary>Mails on their way to a server that speaks SMTP.</summary>
public sealed class SmtpTransportTests : IDisposable
{
    private const string Password = "correct horse";
    private static readonly DateTimeOffset Then = new(2026, 3, 14, 9, 26, 53, TimeSpan.Zero);
    private static readonly OutboxMail Mail = OutboxMail.For("aaaaaaaaaaaaaaaaaaaa", "ann@example.com", "example.org", "", Then);
    private static readonly RunMail Content = new("Images of Größe: 4 of 4 made", "4 of 4 made.\n", "<p>4 of 4 made.</p><img src=\"cid:picture@azureperf\">\n");
    private static readonly byte[] Picture = [0x89, (byte)'P', (byte)'N', (byte)'G', 1, 2, 3];

    private readonly string _passwordFile = Path.GetTempFileName();

    public SmtpTransportTests() => File.WriteAllText(_passwordFile, Password + "\n");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public void Dispose() => File.Delete(_passwordFile);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_mail_arrives_over_TLS_with_both_texts_and_a_picture(bool isImplicit)
    {
        await using var server = new ScriptedSmtpServer { IsImplicit = isImplicit, Account = ("ann", Password) };

        Assert.Equal(MailOutcome.Sent, await SendAsync(server, Picture));

        var mail = Assert.Single(server.Mails);
        Assert.Contains($"Message-Id: <{Mail.MessageId}>\n", mail, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("Date: Sat, 14 Mar 2026 09:26:53 +0000\n", mail, StringComparison.Ordinal);
        Assert.Contains("From: AzurePerf <azureperf@example.org>\n", mail, StringComparison.Ordinal);
        Assert.Contains("To: ann@example.com\n", mail, StringComparison.Ordinal);
        Assert.Contains("Subject: Images of =?utf-8?", mail, StringComparison.OrdinalIgnoreCase);
        Assert.Contains("Auto-Submitted: auto-generated\n", mail, StringComparison.Ordinal);
        Assert.Contains("Content-Type: text/plain", mail, StringComparison.Ordinal);
        Assert.Contains("Content-Type: text/html", mail, StringComparison.Ordinal);
        Assert.Contains("Content-Id: <picture@azureperf>\n", mail, StringComparison.OrdinalIgnoreCase);
        Assert.Contains(Convert.ToBase64String(Picture), mail, StringComparison.Ordinal);
        Assert.DoesNotContain(server.Open, line => line.StartsWith("AUTH", StringComparison.OrdinalIgnoreCase));
    }

    [Fact]
    public async Task A_certificate_that_nobody_trusts_gets_neither_password_nor_mail()
    {
        await using var server = new ScriptedSmtpServer { Account = ("ann", Password) };

        var outcome = await SendAsync(server, trusts: false);

        Assert.Equal(MailOutcome.Failed("no encrypted connection: the server's certificate or its TLS is not accepted"), outcome);
        Assert.Empty(server.Mails);
    }

    [Fact]
    public async Task A_server_without_STARTTLS_gets_neither_password_nor_mail()
    {
        await using var server = new ScriptedSmtpServer { OffersStartTls = false, Account = ("ann", Password) };

        var outcome = await SendAsync(server);

        Assert.Equal(MailOutcome.Failed("the server offers no STARTTLS, or no way to sign in that can be used"), outcome);
        Assert.Empty(server.Mails);
        Assert.DoesNotContain(server.Open, line => line.StartsWith("AUTH", StringComparison.OrdinalIgnoreCase) || line.StartsWith("MAIL", StringComparison.OrdinalIgnoreCase));
    }

    [Fact]
    public async Task A_wrong_password_is_not_repeated_though_the_server_says_it()
    {
        await using var server = new ScriptedSmtpServer { Account = ("ann", "another") };

        var outcome = await SendAsync(server);

        Assert.Equal(MailOutcome.Failed("the server refuses the sign-in"), outcome);
        Assert.Empty(server.Mails);
    }

    [Theory]
    [InlineData("550 5.1.1 no such user", MailOutcomeKind.Refused, "the server refuses the address: 550 ")]
    [InlineData("451 4.7.1 come back later", MailOutcomeKind.Failed, "the server does not take the address now: 451 ")]
    public async Task An_address_is_refused_for_good_or_for_now(string answer, MailOutcomeKind kind, string reason)
    {
        await using var server = new ScriptedSmtpServer { Recipient = _ => answer };

        var outcome = await SendAsync(server);

        Assert.Equal(kind, outcome.Kind);
        Assert.StartsWith(reason, outcome.Reason, StringComparison.Ordinal);
        Assert.EndsWith(answer[4..].Split(' ', 2)[1], outcome.Reason, StringComparison.Ordinal);
        Assert.DoesNotContain(outcome.Reason, char.IsControl);
        Assert.Empty(server.Mails);
    }

    [Fact]
    public async Task A_mail_that_is_refused_whole_may_be_taken_later()
    {
        await using var server = new ScriptedSmtpServer { Data = () => "554 too many mails" };

        var outcome = await SendAsync(server);

        Assert.Equal(MailOutcomeKind.Failed, outcome.Kind);
        Assert.StartsWith("the server refuses the mail: 554 ", outcome.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("554 too many mails", "RSET", MailOutcomeKind.Failed, "the server refuses the mail: 554 too many mails")]
    [InlineData("250 taken", "QUIT", MailOutcomeKind.Sent, "")]
    public async Task A_server_that_keeps_quiet_after_it_took_or_refused_a_mail_holds_up_no_others(string answer, string ignored, MailOutcomeKind kind, string reason)
    {
        await using var server = new ScriptedSmtpServer { Data = () => answer, Ignores = ignored };
        using var patience = CancellationTokenSource.CreateLinkedTokenSource(Token);
        patience.CancelAfter(TimeSpan.FromSeconds(15));

        var outcome = await new SmtpTransport(Options(server.Port, false, false))
        {
            Parting = TimeSpan.FromMilliseconds(300),
            Trust = (_, certificate, _, _) => certificate!.GetCertHashString() == server.Certificate.Thumbprint,
        }.SendAsync(Mail, Content, null, Nothing, patience.Token);

        Assert.Equal((kind, reason, false), (outcome.Kind, outcome.Reason, patience.IsCancellationRequested));
    }

    [Fact]
    public async Task A_server_that_hangs_up_after_the_mail_gets_it_again_under_the_same_Message_ID()
    {
        var answers = new Queue<string>(["", "250 taken"]);
        await using var server = new ScriptedSmtpServer { Data = answers.Dequeue };

        var first = await SendAsync(server);
        var second = await SendAsync(server);

        Assert.Equal((MailOutcome.Failed("the server broke off or did not answer"), MailOutcome.Sent), (first, second));
        Assert.Equal(2, server.Mails.Count);
        Assert.All(server.Mails, mail => Assert.Contains($"<{Mail.MessageId}>", mail, StringComparison.Ordinal));
    }

    [Fact]
    public Task A_server_that_is_slow_to_confirm_a_mail_is_waited_for() => Task.WhenAll(ConfirmAsync(isImplicit: false), ConfirmAsync(isImplicit: true));

    [Fact]
    public async Task Where_nobody_listens_it_may_go_later()
    {
        int port;
        await using (var server = new ScriptedSmtpServer())
        {
            port = server.Port;
        }

        var outcome = await new SmtpTransport(Options(port, false, false)).SendAsync(Mail, Content, null, Nothing, Token);

        Assert.Equal(MailOutcome.Failed("the server cannot be reached: ConnectionRefused"), outcome);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_server_that_says_nothing_in_the_open_or_to_a_handshake_is_left_when_the_attempt_is_over(bool isImplicit)
    {
        using var listener = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        listener.Start();
        using var over = new CancellationTokenSource(TimeSpan.FromMilliseconds(300));

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => new SmtpTransport(
            Options(((System.Net.IPEndPoint)listener.LocalEndpoint).Port, isImplicit, false)).SendAsync(Mail, Content, null, Nothing, over.Token));
    }

    [Fact]
    public async Task Without_TLS_it_goes_to_this_machine_when_that_is_said()
    {
        await using var server = new ScriptedSmtpServer { OffersStartTls = false };

        var outcome = await new SmtpTransport(new()
        {
            Server = $"smtp://127.0.0.1:{server.Port}",
            Tls = MailOptions.Off,
            From = "azureperf@example.org",
            Portal = "https://perf.example",
        }).SendAsync(Mail, Content, null, Nothing, Token);

        Assert.Equal(MailOutcome.Sent, outcome);
        Assert.Single(server.Mails);
    }

    private async Task ConfirmAsync(bool isImplicit)
    {
        var silence = TimeSpan.FromSeconds(2);
        await using var server = new ScriptedSmtpServer { IsImplicit = isImplicit, ConfirmsAfter = 1.5 * silence };
        var handedOver = 0;

        var outcome = await SendAsync(server, new byte[200_000], silence: silence, handedOver: () => handedOver++);

        Assert.Equal(MailOutcome.Sent, outcome);
        Assert.Single(server.Mails);
        Assert.True(handedOver > 0);
    }

    private static void Nothing()
    {
        // Nobody waits for it.
    }

    private Task<MailOutcome> SendAsync(
        ScriptedSmtpServer server, byte[]? picture = null, bool trusts = true, TimeSpan? silence = null, Action? handedOver = null) =>
        new SmtpTransport(Options(server.Port, server.IsImplicit, server.Account is not null))
        {
            Silence = silence ?? TimeSpan.FromSeconds(20),
            Trust = trusts ? (_, certificate, _, _) => certificate!.GetCertHashString() == server.Certificate.Thumbprint : null,
        }.SendAsync(Mail, Content, picture is null ? null : picture.AsMemory(), handedOver ?? Nothing, Token);

    private MailOptions Options(int port, bool isImplicit, bool signsIn) => new()
    {
        Server = $"{(isImplicit ? "smtps" : "smtp")}://localhost:{port}",
        From = "AzurePerf <azureperf@example.org>",
        Portal = "https://perf.example",
        User = signsIn ? "ann" : "",
        PasswordFile = signsIn ? _passwordFile : "",
    };
}
