using AzurePerf.Core.Api;
using AzurePerf.Core.Targets;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Targets;

/// <summary>/api/v1/targets: what a run may measure, by name. This host knows no more of them.</summary>
internal static class TargetsApi
{
    public static void MapTargets(this IEndpointRouteBuilder api) => api.MapGet("/targets", List)
            .Explain("listTargets",
                "What a run may measure, by name and kind: those of the operator by name, then those that nobody configures.");

    private static Ok<TargetListResponse> List(TargetList targets) =>
        TypedResults.Ok(new TargetListResponse([.. targets.All.Select(target => new TargetResponse(target.Name, target.Kind!.Id))]));
}
