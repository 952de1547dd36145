using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Runs;

/// <summary>/api/v1/runs/{id}/points/{number}/recomputed: the figures of a point, computed again from what is kept of its
/// measurement.</summary>
internal static class RecomputationApi
{
    public static void MapRecomputation(this IEndpointRouteBuilder runs) => runs.MapGet("/{id}/points/{number}/recomputed", RecomputeAsync)
            .Explain("recomputePoint", "A published point, computed again from its raw data.", ProblemTypes.NotFound);

    private static async Task<Results<Ok<PointRecomputation>, ProblemHttpResult>> RecomputeAsync(
        HttpContext context, string id, string number, ExperimentCatalogue experiments, RunStore runs, PointStore points,
        MeasurementFiles files,
        CancellationToken cancellationToken)
    {
        if (await RoutedPoint.FindAsync(points, id, number, cancellationToken) is not { } point
            || await runs.FindAsync(id, cancellationToken) is not { } run)
        {
            return RoutedPoint.Missing(context);
        }

        var file = point.DetailsBlob.Length == 0 ? null : await files.FindAsync(point.DetailsBlob, cancellationToken);
        var log = file is null ? null : await files.FindLogAsync(point.DetailsBlob, cancellationToken);
        var recomputed = await PointRecomputation.OfAsync(point, file?.ToArray(), log?.ToArray());
        return TypedResults.Ok(
            recomputed with { Point = PointMetrics.Tell(experiments.Find(run.Spec.Experiment), run.Spec, [recomputed.Point])[0] });
    }
}
