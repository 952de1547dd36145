using System.ComponentModel.DataAnnotations;
using System.Net.Security;
using AzurePerf.Core.Mail;
using AzurePerf.Hosting.Mail;
using MailKit;
using MailKit.Net.Smtp;
using MailKit.Security;
using MimeKit;

namespace AzurePerf.TaskManager.Mail;

/// <summary>Hands mails to the server of the settings, by SMTP. A connection carries one mail: they are few.</summary>
internal sealed class SmtpTransport(MailOptions options) : IMailTransport
{
    /// <summary>How long the server may keep quiet, except before it confirms a mail.</summary>
    internal TimeSpan Silence { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>How long it may keep quiet once it has taken or refused a mail that it got whole: other mails wait, and what it says then
    /// changes nothing.</summary>
    internal TimeSpan Parting { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Decides about certificates that the system does not trust; null, as outside of tests, refuses them.</summary>
    internal RemoteCertificateValidationCallback? Trust { get; init; }

    public async Task<MailOutcome> SendAsync(
        OutboxMail mail, RunMail content, ReadOnlyMemory<byte>? picture, Action handedOver, CancellationToken cancellationToken)
    {
        using var message = MessageOf(mail, content, picture);
        using var answers = new Answers();
        using var client = new SmtpClient(answers)
        {
            Timeout = (int)Silence.TotalMilliseconds,
            ServerCertificateValidationCallback = Trust,

            // As the other clients of this program: a list of revoked certificates that cannot be reached is no reason to refuse.
            CheckCertificateRevocation = false,
        };
        try
        {
            await client.ConnectAsync(options.Address.Host, options.Address.Port, Security, cancellationToken);
            if (options.ReadPassword() is { } password)
            {
                await client.AuthenticateAsync(options.User, password, cancellationToken);
            }

            await client.SendAsync(message, cancellationToken, new Handover(() =>
            {
                client.Timeout = Timeout.Infinite;
                answers.Heard = () => client.Timeout = (int)Parting.TotalMilliseconds;
                handedOver();
            }));
        }
        catch (ValidationException fault)
        {
            return MailOutcome.Failed($"{MailOptions.Section}:{nameof(MailOptions.PasswordFile)} {fault.Message}");
        }
        catch (SslHandshakeException) when (cancellationToken.IsCancellationRequested)
        {
            // A handshake that was ended looks like one that failed.
            throw new OperationCanceledException(cancellationToken);
        }
        catch (Exception exception) when (SmtpFailure.Of(exception, mail.Recipient) is { } failure)
        {
            return failure;
        }

        await LeaveAsync(client, mail.Recipient, cancellationToken);
        return MailOutcome.Sent;
    }

    private SecureSocketOptions Security => options.Tls == MailOptions.Off ? SecureSocketOptions.None
        : options.Address.Scheme == "smtps" ? SecureSocketOptions.SslOnConnect
        : SecureSocketOptions.StartTls;

    /// <summary>The server has the mail: however it takes the goodbye, the mail is sent.</summary>
    private static async Task LeaveAsync(SmtpClient client, string recipient, CancellationToken cancellationToken)
    {
        try
        {
            await client.DisconnectAsync(true, cancellationToken);
        }
        catch (Exception exception) when (SmtpFailure.Of(exception, recipient) is not null || exception is OperationCanceledException)
        {
            // The connection is closed with the client.
        }
    }

    private MimeMessage MessageOf(OutboxMail mail, RunMail content, ReadOnlyMemory<byte>? picture)
    {
        var body = new BodyBuilder { TextBody = content.Text, HtmlBody = content.Html };
        if (picture is { } bytes)
        {
            var shown = body.LinkedResources.Add("picture.png", bytes.ToArray(), new ContentType("image", "png"));
            shown.ContentId = RunMail.PictureId;
        }

        var message = new MimeMessage
        {
            Subject = content.Subject,
            MessageId = mail.MessageId,
            Date = mail.CreatedAt,
            Body = body.ToMessageBody(),
        };
        message.From.Add(new MailboxAddress(options.Sender.Name, options.Sender.Address));
        message.To.Add(new MailboxAddress("", mail.Recipient));

        // Nobody's absence note answers.
        message.Headers.Add("Auto-Submitted", "auto-generated");
        return message;
    }

    /// <summary>Hears how much of a mail was written.</summary>
    private sealed class Handover(Action whole) : ITransferProgress
    {
        public void Report(long bytesTransferred, long totalSize)
        {
            // More than the size where dots were doubled.
            if (bytesTransferred >= totalSize)
            {
                whole();
            }
        }

        public void Report(long bytesTransferred)
        {
            // The size is always known.
        }
    }

    /// <summary>Hears that the server answers, and keeps nothing of what is said.</summary>
    private sealed class Answers : IProtocolLogger
    {
        /// <summary>What follows from an answer.</summary>
        public Action Heard { get; set; } = () => { };

        public IAuthenticationSecretDetector? AuthenticationSecretDetector { get; set; }

        public void LogConnect(Uri uri)
        {
            // No answer.
        }

        public void LogClient(byte[] buffer, int offset, int count)
        {
            // No answer.
        }

        /// <summary>An answer may have several lines: the last has a space after its number (RFC 5321, 4.2.1).</summary>
        public void LogServer(byte[] buffer, int offset, int count)
        {
            var said = buffer.AsSpan(offset, count);
            if (said is [.. var lines, (byte)'\r', (byte)'\n']
                && said[(lines.LastIndexOf((byte)'\n') + 1)..] is [_, _, _, (byte)' ' or (byte)'\r', ..])
            {
                Heard();
            }
        }

        public void Dispose()
        {
            // Nothing is open.
        }
    }
}
