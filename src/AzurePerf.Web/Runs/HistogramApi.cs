using AzurePerf.Core.Api;
using AzurePerf.Storage.Blobs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Runs;

/// <summary>/api/v1/runs/{id}/points/{number}/histogram: how long the operations of a point took.</summary>
internal static class HistogramApi
{
    public static void MapHistogram(this IEndpointRouteBuilder runs) => runs.MapGet("/{id}/points/{number}/histogram", FindAsync)
            .Explain("getHistogram", "How long the operations of a point took.", ProblemTypes.NotFound);

    private static async Task<Results<Ok<PointHistogramResponse>, ProblemHttpResult>> FindAsync(
        HttpContext context, string id, string number, PointStore points, MeasurementFiles files, CancellationToken cancellationToken)
    {
        if (await RoutedPoint.FindAsync(points, id, number, cancellationToken) is not { } point)
        {
            return RoutedPoint.Missing(context);
        }

        try
        {
            var details = point.DetailsBlob.Length == 0 ? null : await files.ReadAsync(point.DetailsBlob, cancellationToken);
            return details is null
                ? ApiProblem.From(context, ProblemTypes.NotFound,
                    "the histograms of this point are gone, or it never had any: nothing was measured, or the time that they are kept "
                        + "has passed")
                : TypedResults.Ok(PointHistogramResponse.Of(id, point.Number, details));
        }
        catch (InvalidDataException unreadable)
        {
            return ApiProblem.From(context, ProblemTypes.NotFound, "the histograms of this point cannot be read: " + unreadable.Message);
        }
    }
}
