using AzurePerf.Core.Access;

namespace AzurePerf.Web.Access;

/// <summary>Refuses callers what is not theirs to do. Stands behind the limits: what is refused counts as well, so that nobody fills the
/// audit with it.</summary>
internal sealed class AccessGate(RequestDelegate next, Ownership ownership, AuditTrail audit, Refusals refusals)
{
    public async Task InvokeAsync(HttpContext context)
    {
        if (context.FindCaller() is { } caller)
        {
            audit.Watch(context, caller);
            if ((context.FindRefusal() ?? (await ownership.AllowsAsync(context, caller) ? null : AccessRefusal.NotOwner)) is { } refusal)
            {
                await refusals.AnswerAsync(context, refusal);
                return;
            }
        }

        await next(context);
    }
}
