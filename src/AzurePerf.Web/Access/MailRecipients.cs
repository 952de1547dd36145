using AzurePerf.Core.Mail;
using AzurePerf.Hosting.Mail;

namespace AzurePerf.Web.Access;

/// <summary>Whom the caller may have mail sent to. It stands where every run request is read: new ones, copies, schedules, forms and
/// estimates.</summary>
internal sealed class MailRecipients(MailOptions options, IHttpContextAccessor requests)
{
    /// <summary>Whether forms ask for an address: mail is sent, and the caller may name one.</summary>
    public bool AreAsked => options.IsOn && (OwnAddress is not null || options.AllowedDomains.Length > 0);

    /// <summary>The caller's own address; null where the sign-in has none.</summary>
    public string? OwnAddress => MailRules.OwnAddressOf(Owner);

    /// <summary>Domains whose addresses everybody may name.</summary>
    public IReadOnlyList<string> AllowedDomains => options.AllowedDomains;

    private string Owner => requests.HttpContext?.FindCaller()?.Name ?? "";

    /// <summary>Why the caller may not have mail sent to an address; null where they may.</summary>
    public string? RefusalOf(string address) => options.Rules.FaultOf(Owner, address);
}
