using AzurePerf.Core.Api;
using AzurePerf.Core.Shares;
using AzurePerf.Storage.Shares;
using AzurePerf.Web.Access;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Shares;

/// <summary>All links: what each shows, until when, and whose it is.</summary>
internal sealed class ShareListPage(ShareStore shares, WebOptions options, TimeProvider time) : PageModel
{
    /// <summary>Those that show something, the one that ends first first.</summary>
    public IReadOnlyList<ShareResponse> Active { get; private set; } = [];

    /// <summary>Those that ended, the newest first.</summary>
    public IReadOnlyList<ShareResponse> Ended { get; private set; } = [];

    /// <summary>What is wrong with rows that cannot be read.</summary>
    public IReadOnlyList<string> Unreadable { get; private set; } = [];

    /// <summary>What mails promise of their links that is not so here; empty for nothing.</summary>
    public string MailFault { get; private set; } = "";

    /// <summary>True when whoever looks at the page may end a link.</summary>
    public bool MayChange(ShareResponse share) => HttpContext.Caller().MayChange(share.Owner);

    public async Task OnGetAsync()
    {
        var (now, stop) = (time.GetUtcNow(), HttpContext.RequestAborted);
        var entries = await shares.ListAsync(stop).ToArrayAsync(stop);
        var list = SharesApi.ListOf(entries, now);
        MailFault = MailedLinks.Fault(entries.Select(entry => entry.Value).OfType<Share>(), options.ShareLinks, now);
        Active = [.. list.Shares.Where(share => share.State == ShareState.Active).OrderBy(share => share.ExpiresAt)];
        Ended = [.. list.Shares.Where(share => share.State != ShareState.Active)];
        Unreadable = list.Faults;
    }

    public async Task<IActionResult> OnPostRevokeAsync() =>
        AddressedId.Of(Request) is { } id && await shares.RevokeAsync(id, HttpContext.Caller().Name, HttpContext.RequestAborted) is not null
            ? Redirect("/shares")
            : NotFound();
}
