using AzurePerf.Core.Mail;

namespace AzurePerf.TaskManager.Mail;

/// <summary>Hands mails to a server.</summary>
internal interface IMailTransport
{
    /// <summary>Sends a mail: returns once the server has taken it or said why not.</summary>
    /// <param name="mail">Recipient, Message-ID and date.</param>
    /// <param name="content">What is in it.</param>
    /// <param name="picture">A picture that the HTML shows, PNG; null for none.</param>
    /// <param name="handedOver">Called when the server has the whole mail and is only to confirm it.</param>
    /// <param name="cancellationToken">Ends the attempt; then nobody knows whether the server took it.</param>
    Task<MailOutcome> SendAsync(
        OutboxMail mail, RunMail content, ReadOnlyMemory<byte>? picture, Action handedOver, CancellationToken cancellationToken);
}
