using System.Globalization;
using System.Net.Sockets;
using System.Text.RegularExpressions;
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
    private const int LeastOfName = 3;

    /// <summary>Any address: the server may say one that it made of the recipient's.</summary>
    private const string Address = @"(?<![^\s<>@:;,""])(?>[^\s<>@:;,""]+)@[^\s<>@:;,""]+";

    /// <summary>
    /// The outcome of an attempt that ended so; null for what is no failure of the server or the way to it. Only an address that is refused
    /// for good is given up: settings, certificates and servers can be mended within a day. What the server says to a sign-in is not
    /// repeated, because it could have the password in it. Addresses are left out of its other words: all who see the run read them.
    /// </summary>
    /// <param name="exception">What ended the attempt.</param>
    /// <param name="recipient">To whom the mail was to go.</param>
    public static MailOutcome? Of(Exception exception, string recipient) => exception switch
    {
        SmtpCommandException { ErrorCode: SmtpErrorCode.RecipientNotAccepted } refused when (int)refused.StatusCode >= FirstPermanent =>
            MailOutcome.Refused($"the server refuses the address: {Answer(refused, recipient)}"),
        SmtpCommandException { ErrorCode: SmtpErrorCode.RecipientNotAccepted } refused =>
            MailOutcome.Failed($"the server does not take the address now: {Answer(refused, recipient)}"),
        SmtpCommandException { ErrorCode: SmtpErrorCode.SenderNotAccepted } refused =>
            MailOutcome.Failed($"the server refuses the sender: {Answer(refused, recipient)}"),
        SmtpCommandException refused => MailOutcome.Failed($"the server refuses the mail: {Answer(refused, recipient)}"),
        AuthenticationException or ServiceNotAuthenticatedException => MailOutcome.Failed("the server refuses the sign-in"),
        SslHandshakeException => MailOutcome.Failed("no encrypted connection: the server's certificate or its TLS is not accepted"),
        NotSupportedException => MailOutcome.Failed("the server offers no STARTTLS, or no way to sign in that can be used"),
        SocketException socket => MailOutcome.Failed($"the server cannot be reached: {socket.SocketErrorCode}"),
        SmtpProtocolException or ServiceNotConnectedException or IOException or TimeoutException =>
            MailOutcome.Failed("the server broke off or did not answer"),
        _ => null,
    };

    /// <summary>The name alone; null where it is so short, or a number, that it stands in the words of any answer.</summary>
    private static string? NamePattern(string name) => name.Length >= LeastOfName && name.Any(char.IsAsciiLetter)
        ? $"(?<![A-Za-z0-9]){Regex.Escape(name)}(?![A-Za-z0-9])"
        : null;

    private static string Answer(SmtpCommandException refused, string recipient)
    {
        var words = string.Concat(refused.Message.Select(character => TextSteering.Is(character) ? ' ' : character)).Trim();
        var name = recipient.Split('@')[0];
        foreach (var pattern in new[] { Address, NamePattern(name), NamePattern(name.Split('+')[0]) }.OfType<string>())
        {
            words = Regex.Replace(words, pattern, "the address", RegexOptions.IgnoreCase | RegexOptions.CultureInvariant);
        }

        return string.Create(CultureInfo.InvariantCulture,
            $"{(int)refused.StatusCode} {(words.Length <= MostCharacters ? words : words[..MostCharacters] + "...")}");
    }
}
