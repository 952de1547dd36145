using AzurePerf.Core.Api;
using AzurePerf.Core.Limits;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Access;

/// <summary>/api/v1/limits.</summary>
internal static class LimitsApi
{
    public static void MapLimits(this IEndpointRouteBuilder api) => api.MapGet("/limits", Find)
        .Explain("getLimits", "How many requests a minute each caller may make, and what runs may come to.");

    private static Ok<LimitsResponse> Find(AccessOptions access, LimitOptions limits) =>
        TypedResults.Ok(LimitsResponse.From(new(access.SubmitLimit, access.ReadLimit), limits));
}
