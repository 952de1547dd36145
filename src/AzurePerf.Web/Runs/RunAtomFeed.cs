using System.Buffers.Text;
using System.Security.Cryptography;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Pages;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.Net.Http.Headers;

namespace AzurePerf.Web.Runs;

/// <summary>/runs.atom: runs that have ended, for programs that read feeds. It takes the filters of the list, and needs
/// the same rights.</summary>
internal static class RunAtomFeed
{
    private const int TagBytes = 16;

    /// <summary>Runs that are looked at, by when they were submitted: a long one may end after many that came later.</summary>
    private const int MostLookedAt = 1_000;

    private static readonly string[] Filters = ["state", "experiment", "target", "owner", "tag", "text"];

    public static void MapRunFeed(this IEndpointRouteBuilder app) => app.MapGet("/runs.atom", AnswerAsync).ExcludeFromDescription();

    private static async Task<IResult> AnswerAsync(
        HttpContext context, [AsParameters] RunListParameters parameters, RunSearch search, CancellationToken cancellationToken)
    {
        // A feed has no pages.
        var (query, faults) = RunListQuery.Read(parameters with { Cursor = null });
        if (query is null)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, faults);
        }

        if (Ended(query.Filter) is not { Statuses.Count: > 0 } filter)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, [new("state", "must name a state of ended runs")]);
        }

        var found = await search.FindAsync(filter, MostLookedAt, null, cancellationToken);
        RunListItem[] last = [.. found.Runs.OrderByDescending(run => run.EndedAt ?? run.SubmittedAt).Take(query.Limit)];
        var feed = RunAtom.Of(last, PortalAddress.Of(context.Request), context.Request.GetEncodedUrl(), FilterOf(context.Request));
        context.Response.Headers.CacheControl = "private, max-age=60";

        // Weak, because the same feed may go out compressed.
        var tag = new EntityTagHeaderValue($"\"{Base64Url.EncodeToString(SHA256.HashData(feed).AsSpan(0, TagBytes))}\"", isWeak: true);
        return TypedResults.Bytes(feed, "application/atom+xml; charset=utf-8", entityTag: tag);
    }

    /// <summary>The same for the same filter, whatever else the address has: feeds of other filters are others.</summary>
    private static string FilterOf(HttpRequest request) => new QueryBuilder(
        Filters.SelectMany(name => request.Query[name], (name, value) => KeyValuePair.Create(name, value ?? ""))
            .Where(pair => pair.Value.Length > 0)).ToQueryString().Value ?? "";

    /// <summary>Of the states that are asked for, those of ended runs.</summary>
    private static RunFilter Ended(RunFilter filter) => filter with
    {
        Statuses =
        [
            .. (filter.Statuses.Count > 0 ? filter.Statuses : Enum.GetValues<RunStatus>()).Where(status => status.IsTerminal()),
        ],
    };
}
