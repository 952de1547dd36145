using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Storage.Access;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Access;

/// <summary>Who did what, newest first.</summary>
[ScopeNeeded(AccessScope.Admin)]
internal sealed class AuditPage(AuditStore audit) : PageModel
{
    private const int EntriesAtOnce = 100;

    public AuditResponse Entries { get; private set; } = new([], null);

    public async Task<IActionResult> OnGetAsync(string? before)
    {
        if (!AuditPaging.IsPlace(before))
        {
            return NotFound();
        }

        Entries = await audit.PageAsync(before, EntriesAtOnce, HttpContext.RequestAborted);
        return Page();
    }
}
