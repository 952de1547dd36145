using System.Globalization;
using System.Threading.RateLimiting;
using AzurePerf.Core.Access;
using AzurePerf.Web.Problems;

namespace AzurePerf.Web.Access;

/// <summary>How often each caller may ask, by ASP.NET Core's own limiter: so many changes and so many other requests in each
/// minute.</summary>
internal static class RequestLimits
{
    /// <summary>The policy of what goes on long after the request, and costs all the while.</summary>
    public const string Watches = "watches";

    /// <summary>The policy of what is made one at a time for everybody.</summary>
    public const string Drawings = "drawings";

    /// <summary>Runs that one caller may watch at once.</summary>
    public const int WatchesOfOne = 50;

    /// <summary>Pictures of one caller that wait: one is drawn or has its place in the line of all callers.</summary>
    public const int WaitingDrawingsOfOne = 20;

    private static readonly string TooMuchAtOnce = $"you may watch {WatchesOfOne} runs at once, and have one chart drawn while "
        + $"{WaitingDrawingsOfOne} wait; leave one, or wait";

    /// <summary>When to ask again what is limited by how much goes on at once.</summary>
    private static readonly TimeSpan SomeTime = TimeSpan.FromSeconds(10);

    public static void AddRequestLimits(this IServiceCollection services)
    {
        services.AddSingleton<SignInLimit>();
        services.AddRateLimiter(_ => { });
        services.AddOptions<Microsoft.AspNetCore.RateLimiting.RateLimiterOptions>().Configure<AccessOptions>((limiter, access) =>
        {
            limiter.RejectionStatusCode = StatusCodes.Status429TooManyRequests;
            limiter.GlobalLimiter = PartitionedRateLimiter.Create<HttpContext, (string, bool)>(context => PartitionOf(context, access));
            limiter.AddPolicy(Watches, context =>
                WantsStream(context.Request) ? AtOnce(context, access, WatchesOfOne, waiting: 0) : Unlimited);
            limiter.AddPolicy(Drawings, context => AtOnce(context, access, 1, WaitingDrawingsOfOne));
            limiter.OnRejected = async (rejected, _) => await AnswerAsync(rejected.HttpContext, rejected.Lease);
        });
    }

    /// <summary>Tells after what time to ask again.</summary>
    public static void SayWhen(HttpResponse response, TimeSpan wait) =>
        response.Headers.RetryAfter = Math.Max(1, (int)Math.Ceiling(wait.TotalSeconds)).ToString(CultureInfo.InvariantCulture);

    /// <summary>So many in each minute.</summary>
    public static RateLimitPartition<T> InMinute<T>(T who, int limit) =>
        RateLimitPartition.GetFixedWindowLimiter(who, _ => new() { PermitLimit = limit, Window = TimeSpan.FromMinutes(1) });

    /// <summary>True when the caller takes server-sent events.</summary>
    public static bool WantsStream(HttpRequest request) =>
        request.GetTypedHeaders().Accept.Any(accepted => accepted.MediaType == "text/event-stream" && accepted.Quality != 0);

    /// <summary>By which a caller is told from others.</summary>
    public static string NameOf(Caller caller) => caller.KeyId.Length > 0 ? caller.KeyId : caller.Name;

    private static RateLimitPartition<string> Unlimited => RateLimitPartition.GetNoLimiter("");

    /// <summary>So many requests of one caller at once, where callers are limited at all.</summary>
    private static RateLimitPartition<string> AtOnce(HttpContext context, AccessOptions access, int limit, int waiting) =>
        access.ReadLimit is null
            ? Unlimited
            : RateLimitPartition.GetConcurrencyLimiter(
                NameOf(context.Caller()), _ => new() { PermitLimit = limit, QueueLimit = waiting });

    private static RateLimitPartition<(string, bool)> PartitionOf(HttpContext context, AccessOptions access)
    {
        var needed = AccessConventions.NeededFor(context);
        // An estimate is sent with POST and changes nothing: it takes no place of a submit.
        var changes = needed != AccessScope.Read && AccessConventions.ChangesSomething(context.Request);
        if (context.GetEndpoint()?.Metadata.GetMetadata<OpenByLinkAttribute>() is not null)
        {
            return access.ReadLimit is { } reads ? InMinute(("link " + RemoteAddress.NetworkOf(context), false), reads)
                : RateLimitPartition.GetNoLimiter(("", false));
        }

        // Health and what else is open has no caller that could be told from others, and costs nothing to answer.
        return needed is not null && (changes ? access.SubmitLimit : access.ReadLimit) is { } limit
            ? InMinute((NameOf(context.Caller()), changes), limit)
            : RateLimitPartition.GetNoLimiter(("", changes));
    }

    private static async Task AnswerAsync(HttpContext context, RateLimitLease lease)
    {
        var tooOften = lease.TryGetMetadata(MetadataName.RetryAfter, out var after);
        SayWhen(context.Response, tooOften ? after : SomeTime);
        context.RequestServices.GetRequiredService<RefusalLog>().Note(context, "TooManyRequests");
        if (context.Request.IsApi())
        {
            await ApiProblem.From(context, ProblemTypes.TooManyRequests, tooOften ? null : TooMuchAtOnce).ExecuteAsync(context);
        }
    }
}
