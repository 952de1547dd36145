using AzurePerf.Core.Shares;
using AzurePerf.Hosting.Shares;

namespace AzurePerf.Web.Shares;

/// <summary>Whether mails, which another host writes, say of their links what is so here.</summary>
internal static class MailedLinks
{
    private const string Same = "If nobody changed that since, give Web and TaskManager the same Web:ShareLinks.";

    /// <summary>What the newest mail with a link in force promises and this host does not keep: sentences; empty for nothing.</summary>
    /// <param name="shares">Links, in any order.</param>
    /// <param name="access">Whom links open for here.</param>
    /// <param name="now">The time.</param>
    public static string Fault(IEnumerable<Share> shares, ShareLinkAccess access, DateTimeOffset now)
    {
        var newest = shares.Where(share => share.IsMailedForAnyone is not null && share.StateAt(now) == ShareState.Active)
            .MaxBy(share => share.CreatedAt);
        return (newest?.IsMailedForAnyone, access) switch
        {
            (null, _) or (true, ShareLinkAccess.Anyone) or (false, ShareLinkAccess.SignedIn) => "",
            ({ } forAnyone, _) => $"The newest mail with a link says that it works for {Words(forAnyone)}. "
                + (access == ShareLinkAccess.Off ? "Here no link opens. " : $"Here links open for {Words(!forAnyone)}. ") + Same,
        };
    }

    private static string Words(bool forAnyone) => forAnyone ? "anyone who has it" : "people who can sign in";
}
