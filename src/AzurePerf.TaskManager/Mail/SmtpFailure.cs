using System.Globalization;
using System.Net.Sockets;
using AzurePerf.Core.Mail;
using AzurePerf.Core.Spelling;
using MailKit;
using MailKit.Net.Smtp;
using MailKit.Security;

namespace AzurePerf.TaskManager.Mail;

/// <summary>What follows from a failure of the connection to the mail server.</summary>
internal static class SmtpFailure
{
    private const int FirstPermanent = 500;
    private const int MostCharacters = 200;

    /// <summary>
    /// The outcome of an attempt that ended so; null for what is no failure of the server or the way to it. Only an address that is refused
    /// for good is given up: settings, certificates and servers can be mended within a day. What the server says to a sign-in is not
    /// repeated, because it could have the password in it.
    /// </summary>
    public static MailOutcome? Of(Exception exception) => exception switch
    {
        SmtpCommandException { ErrorCode: SmtpErrorCode.RecipientNotAccepted } refused when (int)refused.StatusCode >= FirstPermanent =>
            MailOutcome.Refused($"the server refuses the address: {Answer(refused)}"),
        SmtpCommandException { ErrorCode: SmtpErrorCode.RecipientNotAccepted } refused =>
            MailOutcome.Failed($"the server does not take the address now: {Answer(refused)}"),
        SmtpCommandException { ErrorCode: SmtpErrorCode.SenderNotAccepted } refused =>
            MailOutcome.Failed($"the server refuses the sender: {Answer(refused)}"),
        SmtpCommandException refused => MailOutcome.Failed($"the server refuses the mail: {Answer(refused)}"),
        AuthenticationException or ServiceNotAuthenticatedException => MailOutcome.Failed("the server refuses the sign-in"),
        SslHandshakeException => MailOutcome.Failed("no encrypted connection: the server's certificate or its TLS is not accepted"),
        NotSupportedException => MailOutcome.Failed("the server offers no STARTTLS, or no way to sign in that can be used"),
        SocketException socket => MailOutcome.Failed($"the server cannot be reached: {socket.SocketErrorCode}"),
        SmtpProtocolException or ServiceNotConnectedException or IOException or TimeoutException =>
            MailOutcome.Failed("the server broke off or did not answer"),
        _ => null,
    };

    private static string Answer(SmtpCommandException refused)
    {
        var words = string.Concat(refused.Message.Select(character => TextSteering.Is(character) ? ' ' : character)).Trim();
        return string.Create(CultureInfo.InvariantCulture,
            $"{(int)refused.StatusCode} {(words.Length <= MostCharacters ? words : words[..MostCharacters] + "...")}");
    }
}
