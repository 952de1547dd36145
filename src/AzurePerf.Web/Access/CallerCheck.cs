using System.Diagnostics;
using System.Security.Claims;
using AzurePerf.Core.Access;

namespace AzurePerf.Web.Access;

/// <summary>Finds out who calls and refuses whom nobody knows. Stands behind routing, so that what a route says about access is known, and
/// before the limits, which are of each caller.</summary>
internal sealed class CallerCheck(RequestDelegate next, FactsReader facts, Refusals refusals)
{
    public async Task InvokeAsync(HttpContext context)
    {
        var decision = AccessDecision.Of(await facts.ReadAsync(context));
        context.SetDecision(decision);
        if (decision is { Caller: { } caller } && caller != Caller.Local)
        {
            // Forms are tied to whom they were made for.
            context.User = new(new ClaimsIdentity([new(ClaimTypes.NameIdentifier, caller.Name)], "azureperf"));
            KeepPrivate(context.Response);
        }

        if (decision.Caller is null && Activity.Current is { } span)
        {
            // Sent on, the spans of strangers would fill the traces.
            span.ActivityTraceFlags &= ~ActivityTraceFlags.Recorded;
        }

        if (decision is { Caller: null, Refusal: { } refusal })
        {
            await refusals.AnswerAsync(context, refusal);
        }
        else
        {
            await next(context);
        }
    }

    /// <summary>What one caller may see no cache in between may give to another.</summary>
    private static void KeepPrivate(HttpResponse response) => response.OnStarting(() =>
    {
        if (response.Headers.CacheControl.Count == 0)
        {
            response.Headers.CacheControl = "private, no-cache";
        }

        return Task.CompletedTask;
    });
}
