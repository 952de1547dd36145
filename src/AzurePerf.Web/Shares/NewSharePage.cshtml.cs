using AzurePerf.Core.Access;
using AzurePerf.Core.Shares;
using AzurePerf.Core.Views;
using AzurePerf.Hosting.Shares;
using AzurePerf.Storage.Shares;
using AzurePerf.Web.Access;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Shares;

/// <summary>Makes a link to one page, as the API does, and shows it once.</summary>
[ScopeNeeded(AccessScope.Submit)]
internal sealed class NewSharePage(ShareStore shares, SharedContents contents, WebOptions options, AccessOptions access) : PageModel
{
    /// <summary>What is wrong with an address that leads to nothing.</summary>
    public const string ShowsNothing =
        "shows nothing that could be shared: it must be a run that is there, a comparison of runs that ended, or a trend with values";

    /// <summary>Hours that can be chosen, with their words.</summary>
    public static IReadOnlyList<(int Hours, string Words)> Durations { get; } =
        [(1, "1 hour"), (24, "1 day"), (ShareLimits.DefaultHours, "7 days"), (30 * 24, "30 days"), (ShareLimits.MostHours, "90 days")];

    /// <summary>The page that is to be shared; null where the address is none that can be.</summary>
    public ViewAddress? Address { get; private set; }

    /// <summary>What it shows now.</summary>
    public SharedContent? Shown { get; private set; }

    public int Hours { get; private set; } = ShareLimits.DefaultHours;

    /// <summary>Why there is no link; empty for no reason.</summary>
    public string Fault { get; private set; } = "";

    /// <summary>The link that was just made; null before.</summary>
    public Share? Made { get; private set; }

    /// <summary>Its address.</summary>
    public string Link { get; private set; } = "";

    /// <summary>What the tokens of the form's links follow from, so that it makes one link of each kind however often it is sent.</summary>
    public string Secret { get; } = ShareToken.New();

    /// <summary>True where nobody else reaches this host.</summary>
    public bool IsLocal => access.Mode == AccessMode.Local;

    /// <summary>True where a link opens for people who are not signed in.</summary>
    public bool IsForAnyone => options.ShareLinks == ShareLinkAccess.Anyone;

    /// <summary>Why a link was not made, as a clause.</summary>
    public static string Words(ShareAddition outcome) => outcome == ShareAddition.TooMany
        ? $"there are {ShareLimits.Most} links in force; nothing was stored"
        : $"you have {ShareLimits.MostOfOne} links in force; nothing was stored";

    public Task OnGetAsync(string? address) => ShowAsync(address);

    public async Task<IActionResult> OnPostAsync(string? address, int hours, string? secret)
    {
        await ShowAsync(address);
        Hours = Durations.Any(one => one.Hours == hours) ? hours : ShareLimits.DefaultHours;
        if (Fault.Length > 0)
        {
            return Refuse(StatusCodes.Status400BadRequest);
        }

        var (outcome, share, token) = await shares.AddOnceAsync(
            ShareToken.IsWhole(secret) ? secret! : Secret, new(Address!, Hours), HttpContext.Caller().Name, HttpContext.RequestAborted);
        if (share is null)
        {
            Fault = Words(outcome);
            return Refuse(StatusCodes.Status409Conflict);
        }

        AuditTrail.NoteSubject(HttpContext, share.Id);
        Response.Headers.CacheControl = "no-store";
        (Made, Link) = (share, SharedPage.LinkOf(Request, token));
        return Page();
    }

    private PageResult Refuse(int status)
    {
        AuditTrail.NoteNothing(HttpContext);
        Response.StatusCode = status;
        return Page();
    }

    private async Task ShowAsync(string? text)
    {
        Address = ViewAddress.Read(text ?? "", out var fault) is { } address && Share.Takes(address) ? address : null;
        Shown = Address is null ? null : await contents.FindAsync(Address, HttpContext.RequestAborted);
        Fault = options.ShareLinks == ShareLinkAccess.Off ? "share links are off on this host; export the page as a file"
            : Address is null ? "the address " + (fault.Length > 0 ? fault : ShowsNothing)
            : Shown is null ? "the address " + ShowsNothing
            : "";
    }
}
