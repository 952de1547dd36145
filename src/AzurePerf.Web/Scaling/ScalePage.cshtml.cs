using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Workers;
using AzurePerf.Web.Access;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Scaling;

/// <summary>The form with which the limits of a pool are changed.</summary>
[ScopeNeeded(AccessScope.Admin)]
internal sealed class ScalePage(PoolScaling scaling) : PageModel
{
    /// <summary>Pools that somebody scales.</summary>
    public IReadOnlyList<string> Pools { get; } = [.. WorkerPool.All.Where(pool => scaling.ScalerOf(pool) is not null)];

    /// <summary>What was changed, in a sentence; empty before.</summary>
    public string Done { get; private set; } = "";

    /// <summary>Why nothing was changed; empty otherwise.</summary>
    public string Fault { get; private set; } = "";

    /// <summary>The field that is wrong, and what people read beside it; null where it is none of them.</summary>
    public (string Field, string Label)? Wrong { get; private set; }

    /// <summary>The pool whose limits were sent.</summary>
    public string Pool { get; private set; } = "";

    /// <summary>What a field says of itself to those who hear it; null where nothing is wrong with it.</summary>
    public string? Invalid(string pool, string field) => pool == Pool && Wrong?.Field == field ? "true" : null;

    /// <summary>What was sent for a pool, which its form shows again; empty for nothing, as its limits are not known here.</summary>
    public string Sent(string pool, string field) =>
        Request.HasFormContentType && Request.Form["pool"] == pool ? Request.Form[field].ToString() : "";

    public async Task<IActionResult> OnPostAsync(string? pool, int? min, int? max, bool force)
    {
        if (pool is null || !WorkerPool.All.Contains(pool))
        {
            return NotFound();
        }

        AuditTrail.NoteSubject(HttpContext, pool);
        var request = new PoolScaleRequest(min ?? -1, max ?? -1, force);
        Pool = pool;
        if (request.Faults().ToArray() is [var (member, fault), ..])
        {
            Wrong = (member, member == "min" ? "Workers at least" : "Workers at most");
            Fault = member == "max" && request.Max < request.Min && request.Max is > 0 and <= PoolScaleRequest.Most
                ? "must not be less than the workers at least"
                : fault;
        }
        else
        {
            await TryScaleAsync(pool, request);
        }

        Response.StatusCode = Fault.Length == 0 ? StatusCodes.Status200OK : StatusCodes.Status400BadRequest;
        return Page();
    }

    private async Task TryScaleAsync(string pool, PoolScaleRequest request)
    {
        try
        {
            var scaled = await scaling.ScaleAsync(pool, request, HttpContext.Caller().Name, HttpContext.RequestAborted);
            Done = FormattableString.Invariant(
                $"The pool {scaled.Pool} now has {scaled.Min} to {scaled.Max} workers. It takes a while until workers come and go.");
        }
        catch (ScaleRefusedException refused)
        {
            Fault = refused.Message;
        }
    }
}
