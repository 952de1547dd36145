using AzurePerf.Core.Api;
using AzurePerf.Core.Targets;
using AzurePerf.Web.OpenApi;
using AzurePerf.Web.Runs;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Targets;

/// <summary>/api/v1/targets: what a run may measure, by name. This host knows no more of them.</summary>
internal static class TargetsApi
{
    public static void MapTargets(this IEndpointRouteBuilder api) => api.MapGet("/targets", List)
            .Explain("listTargets", "What a run may measure, by name and kind: accounts by name, then the machine, then the peer.");

    private static Ok<TargetListResponse> List(TargetNames targets) => TypedResults.Ok(new TargetListResponse(
    [
        .. targets.All.Order(StringComparer.Ordinal).Select(name => new TargetResponse(name, TargetKind.Account)),
        new(LocalTarget.Name, TargetKind.Machine),
        new(PeerTarget.Name, TargetKind.Peer),
    ]));
}
