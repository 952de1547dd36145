using System.Text;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Runs;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Maintenance;

/// <summary>/api/v1/maintenance: removes what ended runs left in a target.</summary>
internal static class MaintenanceApi
{
    public static void MapMaintenance(this IEndpointRouteBuilder api) => api.MapPost("/maintenance/clean", CleanAsync);

    private static async Task<Results<Accepted<RunResponse>, ProblemHttpResult>> CleanAsync(
        HttpContext context, CleanRequestReader requests, RunSubmission submission, RunReader reader, CancellationToken cancellationToken)
    {
        var body = HasBody(context.Request) ? await JsonBody.ReadAsync(context.Request) : new(default, null);
        if (body.Problem is not null)
        {
            return ApiProblem.From(context, body.Problem);
        }

        var (target, faults) = requests.Read(body.Bytes);
        if (faults.Count > 0)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, faults);
        }

        var submitted = await submission.SubmitAsync(
            MaintenanceRun.SpecFor(target), RunOwner.Local, null, Encoding.UTF8.GetString(body.Bytes.Span), cancellationToken);
        return await RunsApi.AcceptedAsync(submitted.Run.RunId, reader, cancellationToken);
    }

    private static bool HasBody(HttpRequest request) => request.ContentLength is > 0 || request.Headers.TransferEncoding.Count > 0;
}
