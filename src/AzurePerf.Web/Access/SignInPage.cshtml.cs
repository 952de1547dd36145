using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Access;

/// <summary>Where a browser shows a key and gets a cookie for it, or gives the cookie back.</summary>
[OpenToAll]
[RequestSizeLimit(LongestForm)]
internal sealed class SignInPage(KeyChecks keys, EndedSessions ended, SignInLimit limit, AuditTrail audit, RefusalLog log,
    AccessOptions options, IIdSource ids) : PageModel
{
    public const int LongestForm = 16 * 1024;
    private const string Address = "/signin";
    private const string LeavingEntra = "/.auth/logout?post_logout_redirect_uri=" + Address;

    /// <summary>Where to go afterwards; always on this host.</summary>
    public string ReturnUrl { get; private set; } = "/";

    /// <summary>What did not work; empty at first.</summary>
    public string Complaint { get; private set; } = "";

    /// <summary>Where the environment signs people in; null where it does not.</summary>
    public string? EntraAddress =>
        options.Mode == AccessMode.ContainerApps ? "/.auth/login/aad?post_login_redirect_uri=" + Uri.EscapeDataString(ReturnUrl) : null;

    /// <summary>Where Entra's sign-out begins; null until somebody has signed out here.</summary>
    public string? LeaveAddress { get; private set; }

    /// <summary>The address of this page for somebody who wanted to see another one.</summary>
    public static string AddressFor(HttpRequest wanted) => $"{Address}?returnUrl={Uri.EscapeDataString(wanted.Path + wanted.QueryString)}";

    public IActionResult OnGet(string? returnUrl)
    {
        ReturnUrl = LocalOf(returnUrl);
        return options.Mode == AccessMode.Local ? Redirect(ReturnUrl) : Page();
    }

    public async Task<IActionResult> OnPostAsync(string? key, string? returnUrl)
    {
        ReturnUrl = LocalOf(returnUrl);
        if (options.Mode == AccessMode.Local)
        {
            return Redirect(ReturnUrl);
        }

        var check = await keys.OfTextAsync(key?.Trim() ?? "", RemoteAddress.NetworkOf(HttpContext), HttpContext.RequestAborted);
        if (check.Fault is { } fault)
        {
            return Refuse(fault);
        }

        if (!limit.TryTake(check.Key!.Id))
        {
            return RefuseTooOften();
        }

        await SessionCookie.BeginAsync(HttpContext, check.Key, ids.NewId());
        await audit.AppendAsync(
            HttpContext, new(check.Key.Name, check.Key.Scope, check.Key.Id), "sign in", check.Key.Id, AuditOutcome.Done);
        return Redirect(ReturnUrl);
    }

    public async Task<IActionResult> OnPostOutAsync()
    {
        // Of a cookie that opens nothing any more nothing is stored: whoever kept it could send it again and again.
        var session = await SessionCookie.FindAsync(HttpContext) is { } shown && await OpensAsync(shown) ? shown : null;
        if (session is not null)
        {
            // Never too often: it ends but once, and began within the limit.
            await ended.AddAsync(session.Id, session.EndsAt, HttpContext.RequestAborted);
        }
        else if (HttpContext.FindCaller() is { } caller && !limit.TryTake(RequestLimits.NameOf(caller)))
        {
            return RefuseTooOften();
        }

        await SessionCookie.RemoveAsync(HttpContext);
        if (options.Mode != AccessMode.ContainerApps)
        {
            return Redirect(Address);
        }

        // No redirect: it would go on to Entra, and browsers let the answer of a form lead to no other site.
        LeaveAddress = LeavingEntra;
        Response.Headers["Refresh"] = "0; url=" + LeavingEntra;
        return Page();
    }

    private async Task<bool> OpensAsync(Session session) =>
        !await ended.IncludesAsync(session.Id, HttpContext.RequestAborted)
            && (await keys.OfSessionAsync(session.KeyId, HttpContext.RequestAborted)).Fault is null;

    private PageResult Refuse(KeyFault fault) => fault == KeyFault.TooMany
        ? Refuse(fault.ToString(), StatusCodes.Status429TooManyRequests,
            "This key was not accepted, and many wrong ones came from your address. Check that all of it was copied.")
        : Refuse(fault.ToString(), StatusCodes.Status401Unauthorized,
            "This key was not accepted. Check that all of it was copied, or ask for another one.");

    private PageResult RefuseTooOften() => Refuse("TooOften", StatusCodes.Status429TooManyRequests,
        "You have signed in or out too often. Wait a minute, then try again.");

    private PageResult Refuse(string reason, int status, string complaint)
    {
        log.Note(HttpContext, "sign-in: " + reason);
        (Complaint, Response.StatusCode) = (complaint, status);
        Refusals.AddHeaders(Response, status);
        return Page();
    }

    private static string LocalOf(string? address) =>
        ReturnAddress.Of(address) is var local && !local.StartsWith(Address, StringComparison.OrdinalIgnoreCase) ? local : "/";
}
