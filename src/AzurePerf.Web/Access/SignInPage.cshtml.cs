using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Access;

/// <summary>Where a browser shows a key and gets a cookie for it, or gives the cookie back.</summary>
[OpenToAll]
[RequestSizeLimit(LongestForm)]
internal sealed class SignInPage(KeyChecks keys, EndedSessions ended, AuditTrail audit, RefusalLog log, AccessOptions options,
    IIdSource ids, TimeProvider time) : PageModel
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

        var check = await keys.OfTextAsync(key?.Trim() ?? "", RemoteAddress.Of(HttpContext), HttpContext.RequestAborted);
        if (check.Fault is { } fault)
        {
            return Refuse(fault);
        }

        await SessionCookie.BeginAsync(HttpContext, check.Key!, ids.NewId());
        await audit.AppendAsync(
            HttpContext, new(check.Key!.Name, check.Key.Scope, check.Key.Id), "sign in", check.Key.Id, AuditOutcome.Done);
        return Redirect(ReturnUrl);
    }

    public async Task<IActionResult> OnPostOutAsync()
    {
        await SessionCookie.EndAsync(HttpContext, ended, time.GetUtcNow());
        if (options.Mode != AccessMode.ContainerApps)
        {
            return Redirect(Address);
        }

        // No redirect: it would go on to Entra, and browsers let the answer of a form lead to no other site.
        LeaveAddress = LeavingEntra;
        Response.Headers["Refresh"] = "0; url=" + LeavingEntra;
        return Page();
    }

    private PageResult Refuse(KeyFault fault)
    {
        log.Note(HttpContext, "sign-in: " + fault);
        var isTooMany = fault == KeyFault.TooMany;
        Complaint = isTooMany ? "This key was not accepted, and many wrong ones came from your address. Check that all of it was copied."
            : "This key was not accepted. Check that all of it was copied, or ask for another one.";
        Response.StatusCode = isTooMany ? StatusCodes.Status429TooManyRequests : StatusCodes.Status401Unauthorized;
        Refusals.AddHeaders(Response, Response.StatusCode);
        return Page();
    }

    private static string LocalOf(string? address) =>
        ReturnAddress.Of(address) is var local && !local.StartsWith(Address, StringComparison.OrdinalIgnoreCase) ? local : "/";
}
