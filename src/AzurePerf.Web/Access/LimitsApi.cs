using AzurePerf.Core.Api;
using AzurePerf.Web.OpenApi;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Access;

/// <summary>/api/v1/limits.</summary>
internal static class LimitsApi
{
    public static void MapLimits(this IEndpointRouteBuilder api) => api.MapGet("/limits", Find)
        .Explain("getLimits", "How many requests a minute each caller may make.");

    private static Ok<LimitsResponse> Find(AccessOptions access) => TypedResults.Ok(new LimitsResponse(new(access.SubmitLimit, access.ReadLimit)));
}
