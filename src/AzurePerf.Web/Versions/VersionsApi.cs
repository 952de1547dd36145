using AzurePerf.Core.Api;
using AzurePerf.Hosting;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Versions;

/// <summary>/api/v1/version.</summary>
internal static class VersionsApi
{
    public static void MapVersion(this IEndpointRouteBuilder api) => api.MapGet("/version", Find)
            .Explain("getVersion", "Version and build of this host.");

    private static Ok<VersionResponse> Find(HostIdentity identity) =>
        TypedResults.Ok(new VersionResponse(typeof(VersionsApi).Assembly.GetName().Version!.ToString(3), identity.BuildId));
}
