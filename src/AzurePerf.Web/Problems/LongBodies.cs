using Microsoft.AspNetCore.Http.Features;

namespace AzurePerf.Web.Problems;

/// <summary>Refuses a body that says that it is longer than what its address takes, in a way that its sender sees.</summary>
internal static class LongBodies
{
    /// <summary>Up to so long a body is read and thrown away: who is still sending when the connection is closed does not see the
    /// answer.</summary>
    private const long MostRead = 8 << 20;

    /// <summary>For the API; forms have limits of their own, which are set later.</summary>
    public static void UseLongBodies(this IApplicationBuilder app) => app.Use((context, next) =>
        context.Request.IsApi() && IsTooLong(context) ? RefuseAsync(context) : next(context));

    /// <summary>True for a body that nothing may read, by the length that it gives.</summary>
    public static bool IsTooLong(HttpContext context) =>
        context.Request.ContentLength > context.Features.Get<IHttpMaxRequestBodySizeFeature>()?.MaxRequestBodySize;

    /// <summary>Reads what there is and sets the status.</summary>
    public static async Task RefuseAsync(HttpContext context)
    {
        if (context.Request.ContentLength <= MostRead
            && context.Features.Get<IHttpMaxRequestBodySizeFeature>() is { IsReadOnly: false } size)
        {
            size.MaxRequestBodySize = MostRead;
            await context.Request.Body.CopyToAsync(Stream.Null, context.RequestAborted);
        }

        context.Response.StatusCode = StatusCodes.Status413PayloadTooLarge;
    }
}
