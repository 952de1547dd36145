using AzurePerf.Core.Api;
using AzurePerf.Storage.Workers;
using AzurePerf.Web.OpenApi;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Workers;

/// <summary>/api/v1/workers.</summary>
internal static class WorkersApi
{
    public static void MapWorkers(this IEndpointRouteBuilder api) => api.MapGet("/workers", ListAsync)
            .Explain("listWorkers", "Pools and workers as their last heartbeats tell.");

    private static async Task<Ok<WorkerListResponse>> ListAsync(WorkerReader reader, CancellationToken cancellationToken) =>
        TypedResults.Ok(await reader.ListAsync(cancellationToken));
}
