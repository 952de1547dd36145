using System.Globalization;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Runs;

/// <summary>The published point that an address names.</summary>
internal static class RoutedPoint
{
    /// <summary>The point; null where there is none, or the address names none.</summary>
    public static async Task<PointRecord?> FindAsync(PointStore points, string id, string number, CancellationToken cancellationToken) =>
        IdText.IsValid(id) && int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var wanted)
            ? await points.FindAsync(id, wanted, cancellationToken)
            : null;

    /// <summary>The answer where there is none.</summary>
    public static ProblemHttpResult Missing(HttpContext context) =>
        ApiProblem.From(context, ProblemTypes.NotFound, "there is no run with this id, or no such point of it is published");
}
