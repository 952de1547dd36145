using System.ComponentModel;
using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Storage.Access;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Access;

/// <summary>/api/v1/audit, for administrators.</summary>
internal static class AuditApi
{
    private const int DefaultLimit = 50;
    private const int LargestLimit = 200;

    public static void MapAudit(this IEndpointRouteBuilder api) => api.MapGet("/audit", ListAsync).RequireAdmin()
        .Explain("listAudit", "Who changed what, newest first.", ProblemTypes.InvalidRequest);

    private static async Task<Results<Ok<AuditResponse>, ProblemHttpResult>> ListAsync(
        HttpContext context, AuditStore audit, [Description("Entries on a page, 1 to 200; 50 when left out.")] string? limit,
        string? before, CancellationToken cancellationToken)
    {
        var count = DefaultLimit;
        if (limit is not null
            && (!int.TryParse(limit, NumberStyles.None, CultureInfo.InvariantCulture, out count) || count is < 1 or > LargestLimit))
        {
            return ApiProblem.From(
                context, ProblemTypes.InvalidRequest, [new("limit", $"must be a whole number from 1 to {LargestLimit}")]);
        }

        return AuditPaging.IsPlace(before)
            ? TypedResults.Ok(await audit.PageAsync(before, count, cancellationToken))
            : ApiProblem.From(context, ProblemTypes.InvalidRequest, [new("before", "must be next of the page before")]);
    }
}

/// <summary>Reads the audit page by page, for the API and for people alike.</summary>
internal static class AuditPaging
{
    public static async Task<AuditResponse> PageAsync(this AuditStore audit, string? before, int limit, CancellationToken cancellationToken)
    {
        // One more than shown tells whether there is another page.
        var entries = await audit.ListAsync(before, cancellationToken).Take(limit + 1).ToArrayAsync(cancellationToken);
        return entries.Length > limit ? new(entries[..limit], entries[limit - 1].Id) : new(entries, null);
    }

    public static bool IsPlace(string? before) => before is null || AuditStore.InstantOf(before) is not null;
}
