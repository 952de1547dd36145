using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Runs.Estimates;

/// <summary>/api/v1/estimates.</summary>
internal static class EstimatesApi
{
    public static void MapEstimates(this IEndpointRouteBuilder api) => api.MapPost("/estimates", EstimateAsync).OnlyReads()
        .Explain("estimateRun", "What a run would come to, and which limits it would exceed; nothing is stored.", ProblemTypes.InvalidRun,
            ProblemTypes.InvalidRequest, ProblemTypes.BodyTooLarge, ProblemTypes.NotJson)
        .TakesBody(RequestSchemas.Run, """{"experiment": "blob.download", "preset": "reduced"}""");

    private static async Task<Results<Ok<EstimateResponse>, ProblemHttpResult>> EstimateAsync(
        HttpContext context, RunSpecReader specs, RunEstimates estimates, CancellationToken cancellationToken)
    {
        var body = await SubmittedBody.ReadAsync(context);
        if (body.Problem is not null)
        {
            return body.Problem;
        }

        var reading = specs.Read(body.Bytes);
        return reading.Spec is null
            ? ApiProblem.From(context, ProblemTypes.InvalidRun, reading.Faults)
            : TypedResults.Ok(await estimates.OfAsync(reading.Spec, context.Caller().Name, cancellationToken));
    }
}
