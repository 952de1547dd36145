namespace AzurePerf.Core.Mail;

/// <summary>What came of an attempt to send a mail.</summary>
/// <param name="Kind">Whether to try again.</param>
/// <param name="Reason">Why it failed, without secrets; empty when it was sent.</param>
public sealed record MailOutcome(MailOutcomeKind Kind, string Reason)
{
    public static MailOutcome Sent { get; } = new(MailOutcomeKind.Sent, "");

    /// <summary>The address is refused for good.</summary>
    public static MailOutcome Refused(string reason) => new(MailOutcomeKind.Refused, reason);

    /// <summary>It may go well later.</summary>
    public static MailOutcome Failed(string reason) => new(MailOutcomeKind.Failed, reason);
}

/// <summary>Whether a mail was sent, and whether to try again.</summary>
public enum MailOutcomeKind
{
    /// <summary>The server took it.</summary>
    Sent,

    /// <summary>The server takes no mail for this address.</summary>
    Refused,

    /// <summary>Anything else: no server, no TLS, no sign-in, not now.</summary>
    Failed,
}
