using AzurePerf.Core.Access;

namespace AzurePerf.Web.Access;

/// <summary>Who makes the request, for everything that comes after <see cref="CallerCheck"/>.</summary>
internal static class CallerFeature
{
    /// <summary>The caller; null where the address is open and nothing says who it is.</summary>
    public static Caller? FindCaller(this HttpContext context) => context.Features.Get<AccessDecision>()?.Caller;

    /// <summary>The caller of something that is not open to everybody.</summary>
    public static Caller Caller(this HttpContext context) =>
        context.FindCaller()
            ?? throw new InvalidOperationException($"{context.Request.Path} was reached by a caller that nobody identified");

    /// <summary>Whether the caller may change anything at all. Pages that who may read sees offer no form otherwise.</summary>
    public static bool MaySubmit(this HttpContext context) => context.FindCaller()?.Scope >= AccessScope.Submit;

    /// <summary>Why the caller is not to be served; null when it is.</summary>
    public static AccessRefusal? FindRefusal(this HttpContext context) => context.Features.Get<AccessDecision>()?.Refusal;

    public static void SetDecision(this HttpContext context, AccessDecision decision) => context.Features.Set(decision);

    /// <summary>The scope for want of which the request was refused; null where that is not why.</summary>
    public static AccessScope? FindMissingScope(this HttpContext context) => context.Features.Get<MissingScope>()?.Scope;

    /// <summary>Keeps it for the page that says so, which has an address of its own and needs no scope.</summary>
    public static void SetMissingScope(this HttpContext context, AccessScope scope) => context.Features.Set(new MissingScope(scope));

    private sealed record MissingScope(AccessScope Scope);
}
