using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Spelling;
using AzurePerf.Web.OpenApi;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Runs;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Experiments;

/// <summary>/api/v1/experiments: the catalogue.</summary>
internal static class ExperimentsApi
{
    public static void MapExperiments(this IEndpointRouteBuilder api)
    {
        api.MapGet("/experiments", List)
            .Explain("listExperiments", "The catalogue: experiments by id, with their parameters, ranges, units and presets.");
        api.MapGet("/experiments/{id}", Find)
            .Explain("getExperiment", "One experiment of the catalogue.", ProblemTypes.NotFound);
    }

    private static Ok<ExperimentListResponse> List(TargetNames targets) =>
        TypedResults.Ok(new ExperimentListResponse([.. ExperimentCatalogue.All.Select(ExperimentResponse.From)], targets.All));

    private static Results<Ok<ExperimentResponse>, ProblemHttpResult> Find(HttpContext context, string id) =>
        ExperimentCatalogue.Find(id) is { } definition
            ? TypedResults.Ok(ExperimentResponse.From(definition))
            : ApiProblem.From(context, ProblemTypes.NotFound, $"there is no experiment with this id{NearestWord.Question(id, ExperimentCatalogue.All.Select(known => known.Id))}");
}
