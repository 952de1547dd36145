using AzurePerf.Hosting.Shares;

namespace AzurePerf.Hosting.Mail;

/// <summary>The shared links in mails.</summary>
/// <param name="Days">For how long each shows its run; 0 for mails without one.</param>
/// <param name="IsForAnyone">True when it opens for anyone who has it, false when only for people who can sign in.</param>
public sealed record MailLinks(int Days, bool IsForAnyone)
{
    /// <summary>For how long one shows its run where the settings do not say it.</summary>
    private const int DefaultDays = 7;

    /// <summary>What follows from the settings of mail and of links.</summary>
    public static MailLinks Of(MailOptions mail, ShareLinkAccess access)
    {
        ArgumentNullException.ThrowIfNull(mail);
        return new(access == ShareLinkAccess.Off ? 0 : mail.LinkDays ?? DefaultDays, access == ShareLinkAccess.Anyone);
    }

    /// <summary>What is wrong with the settings together; null when nothing is.</summary>
    internal static string? FaultOf(MailOptions mail, ShareLinkAccess access) =>
        mail is { IsOn: true, LinkDays: > 0 } && access == ShareLinkAccess.Off
            ? $"{MailOptions.Section}:{nameof(MailOptions.LinkDays)} must be 0, or left out, because "
                + $"{ShareLinkOptions.Section}:{nameof(ShareLinkOptions.ShareLinks)} is off: no link opens"
            : null;
}
