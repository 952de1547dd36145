using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using AzurePerf.Web.Runs;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Maintenance;

/// <summary>/api/v1/maintenance: removes what ended runs left in a target.</summary>
internal static class MaintenanceApi
{
    public static void MapMaintenance(this IEndpointRouteBuilder api) => api.MapPost("/maintenance/clean", CleanAsync).RequireAdmin()
            .Explain("cleanTarget", "Starts a run that removes what ended runs left in a target.", ProblemTypes.InvalidRequest,
                ProblemTypes.NotJson, ProblemTypes.KeyReused)
            .TakesBody(RequestSchemas.Clean, """{"target": "default"}""", required: false);

    private static async Task<Results<Accepted<RunResponse>, ProblemHttpResult>> CleanAsync(
        HttpContext context, CleanRequestReader requests, RunSubmission submission, RunReader reader, CancellationToken cancellationToken)
    {
        var body = await SubmittedBody.ReadOptionalAsync(context);
        if (body.Problem is not null)
        {
            return body.Problem;
        }

        var (target, faults) = requests.Read(body.Bytes);
        var owner = context.Caller().Name;
        var submitted = faults.Count == 0
            ? await submission.SubmitAsync(MaintenanceRun.SpecFor(target), owner, body.Key, body.Text, cancellationToken)
            : await submission.FindRepeatedAsync(owner, body.Key, body.Text, cancellationToken);
        return submitted is null
            ? ApiProblem.From(context, ProblemTypes.InvalidRequest, faults)
            : await RunsApi.AnswerAsync(context, submitted, reader);
    }
}
