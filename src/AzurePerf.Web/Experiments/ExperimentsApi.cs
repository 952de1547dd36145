using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Spelling;
using AzurePerf.Core.Targets;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
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

    private static Ok<ExperimentListResponse> List(ExperimentCatalogue experiments, TargetList targets) =>
        TypedResults.Ok(new ExperimentListResponse([.. experiments.All.Select(ExperimentResponse.From)], targets.NamesFor(null)));

    private static Results<Ok<ExperimentResponse>, ProblemHttpResult> Find(
        HttpContext context, ExperimentCatalogue experiments, string id) =>
        experiments.Find(id) is { } definition
            ? TypedResults.Ok(ExperimentResponse.From(definition))
            : ApiProblem.From(context, ProblemTypes.NotFound,
                $"there is no experiment with this id{NearestWord.Question(id, experiments.All.Select(known => known.Id))}");
}
