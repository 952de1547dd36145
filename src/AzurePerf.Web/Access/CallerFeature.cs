using AzurePerf.Core.Access;

namespace AzurePerf.Web.Access;

/// <summary>Who makes the request, for everything that comes after the gate.</summary>
internal static class CallerFeature
{
    /// <summary>The caller; null where the address is open and nothing says who it is.</summary>
    public static Caller? FindCaller(this HttpContext context) => context.Features.Get<Known>()?.Caller;

    /// <summary>The caller of something that is not open to everybody.</summary>
    public static Caller Caller(this HttpContext context) =>
        context.FindCaller() ?? throw new InvalidOperationException($"{context.Request.Path} was reached by a caller that the gate did not let in");

    public static void SetCaller(this HttpContext context, Caller? caller) => context.Features.Set(new Known(caller));

    private sealed record Known(Caller? Caller);
}
