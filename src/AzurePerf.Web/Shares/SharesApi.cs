using AzurePerf.Core.Api;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Shares;
using AzurePerf.Hosting.Shares;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Shares;
using AzurePerf.Web.Access;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Shares;

/// <summary>/api/v1/shares: links that show one page each.</summary>
internal static class SharesApi
{
    public static void MapShares(this IEndpointRouteBuilder api)
    {
        var shares = api.MapGroup("/shares");
        shares.MapPost("", AddAsync)
            .Explain("createShare", "Makes a link that shows one page; its address is in this answer and nowhere else.",
                ProblemTypes.InvalidRequest, ProblemTypes.BodyTooLarge, ProblemTypes.NotJson, ProblemTypes.ShareLinksOff,
                ProblemTypes.TooManyShares)
            .TakesBody(RequestSchemas.Share, """{"address": "/runs/4x2kabcdefghij234567", "expiresInHours": 168}""");
        shares.MapGet("", ListAsync)
            .Explain("listShares", "All links, the newest first, without their addresses.");
        shares.MapGet("/{id}", FindAsync)
            .Explain("getShare", "One link, without its address.", ProblemTypes.NotFound);
        shares.MapDelete("/{id}", RevokeAsync)
            .Explain("revokeShare", "Ends a link; what it showed stays.", ProblemTypes.NotFound);
    }

    /// <summary>All links, for the API and the page alike.</summary>
    public static async Task<ShareListResponse> ReadAsync(
        this ShareStore shares, DateTimeOffset now, CancellationToken cancellationToken) =>
        ListOf(await shares.ListAsync(cancellationToken).ToArrayAsync(cancellationToken), now);

    /// <summary>The links that were read, the newest first.</summary>
    public static ShareListResponse ListOf(IReadOnlyList<StoredEntry<Share>> entries, DateTimeOffset now) =>
        new(
            [.. entries.Select(entry => entry.Value).OfType<Share>().OrderByDescending(share => share.CreatedAt)
                .ThenBy(share => share.Id, StringComparer.Ordinal).Select(share => ShareResponse.From(share, now))],
            [.. entries.Where(entry => entry.Value is null).Select(entry => entry.Fault)]);

    private static async Task<Results<Created<ShareResponse>, ProblemHttpResult>> AddAsync(
        HttpContext context, ShareStore shares, SharedContents contents, WebOptions options, TimeProvider time,
        CancellationToken cancellationToken)
    {
        if (options.ShareLinks == ShareLinkAccess.Off)
        {
            return ApiProblem.From(context, ProblemTypes.ShareLinksOff);
        }

        var body = await JsonBody.ReadAsync(context.Request);
        if (body.Problem is not null)
        {
            return ApiProblem.From(context, body.Problem);
        }

        var (request, faults) = ShareRequestReader.Read(body.Bytes);
        if (request is null)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, faults);
        }

        if (await contents.FindAsync(request.Address, cancellationToken) is null)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, [new("address", NewSharePage.ShowsNothing)]);
        }

        var (outcome, share, token) = await shares.AddAsync(request, context.Caller().Name, cancellationToken);
        context.Response.Headers.CacheControl = "no-store";
        return outcome == ShareAddition.Added
            ? TypedResults.Created(
                "/api/v1/shares/" + share!.Id, ShareResponse.From(share, time.GetUtcNow(), SharedPage.LinkOf(context.Request, token)))
            : ApiProblem.From(context, ProblemTypes.TooManyShares, NewSharePage.Words(outcome));
    }

    private static async Task<Ok<ShareListResponse>> ListAsync(ShareStore shares, TimeProvider time, CancellationToken cancellationToken) =>
        TypedResults.Ok(await shares.ReadAsync(time.GetUtcNow(), cancellationToken));

    private static async Task<Results<Ok<ShareResponse>, ProblemHttpResult>> FindAsync(
        HttpContext context, string id, ShareStore shares, TimeProvider time, CancellationToken cancellationToken) =>
        IdText.IsValid(id) && await shares.FindAsync(id, cancellationToken) is { } share
            ? TypedResults.Ok(ShareResponse.From(share, time.GetUtcNow()))
            : NoSuchShare(context);

    private static async Task<Results<NoContent, ProblemHttpResult>> RevokeAsync(
        HttpContext context, string id, ShareStore shares, CancellationToken cancellationToken) =>
        IdText.IsValid(id) && await shares.RevokeAsync(id, context.Caller().Name, cancellationToken) is not null
            ? TypedResults.NoContent()
            : NoSuchShare(context);

    private static ProblemHttpResult NoSuchShare(HttpContext context) =>
        ApiProblem.From(context, ProblemTypes.NotFound, "there is no link with this id");
}
