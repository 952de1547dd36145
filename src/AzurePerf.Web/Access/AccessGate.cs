using System.Security.Claims;
using AzurePerf.Core.Access;

namespace AzurePerf.Web.Access;

/// <summary>The one place that lets requests in or refuses them. It stands behind routing, so that what a route says about access is known.</summary>
internal sealed class AccessGate(RequestDelegate next, FactsReader facts, Ownership ownership, AuditTrail audit, Refusals refusals)
{
    public async Task InvokeAsync(HttpContext context)
    {
        var decision = AccessDecision.Of(await facts.ReadAsync(context));
        if (decision is { Refusal: null, Caller: { } caller } && !await ownership.AllowsAsync(context, caller))
        {
            decision = decision with { Refusal = AccessRefusal.NotOwner };
        }

        Announce(context, decision);
        if (decision.Refusal is { } refusal)
        {
            await refusals.AnswerAsync(context, refusal);
        }
        else
        {
            await next(context);
        }
    }

    private void Announce(HttpContext context, AccessDecision decision)
    {
        context.SetCaller(decision.Caller);
        if (decision.Caller is not { } caller)
        {
            return;
        }

        audit.Watch(context, caller);
        if (caller != Caller.Local)
        {
            // Forms are tied to whom they were made for.
            context.User = new(new ClaimsIdentity([new(ClaimTypes.NameIdentifier, caller.Name)], "azureperf"));
            KeepPrivate(context.Response);
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
