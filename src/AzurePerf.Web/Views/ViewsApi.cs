using AzurePerf.Core.Api;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Views;
using AzurePerf.Storage.Views;
using AzurePerf.Web.Access;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using AzurePerf.Web.Runs;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Views;

/// <summary>/api/v1/views: names for addresses of the portal.</summary>
internal static class ViewsApi
{
    public static void MapViews(this IEndpointRouteBuilder api)
    {
        var views = api.MapGroup("/views");
        views.MapPost("", AddAsync)
            .Explain("saveView", "Saves an address of the portal under a name, for everybody who may read.", ProblemTypes.InvalidView,
                ProblemTypes.InvalidRequest, ProblemTypes.BodyTooLarge, ProblemTypes.NotJson, ProblemTypes.ViewNameTaken,
                ProblemTypes.TooManyViews, ProblemTypes.KeyReused)
            .TakesBody(RequestSchemas.View, """{"name": "failed at night", "address": "/runs?state=failed&tag=nightly"}""");
        views.MapGet("", ListAsync)
            .Explain("listViews", "All saved views, by name.");
        views.MapGet("/{id}", FindAsync)
            .Explain("getView", "One saved view with the address that it stands for.", ProblemTypes.NotFound);
        views.MapDelete("/{id}", RemoveAsync)
            .Explain("removeView", "Removes a saved view; what it shows stays.", ProblemTypes.NotFound);
    }

    private static async Task<Results<Created<ViewResponse>, ProblemHttpResult>> AddAsync(
        HttpContext context, ViewCreation creation, CancellationToken cancellationToken)
    {
        var body = await SubmittedBody.ReadAsync(context);
        if (body.Problem is not null)
        {
            return body.Problem;
        }

        var reading = ViewRequestReader.Read(body.Bytes);
        if (reading.Request is null)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidView, reading.Faults);
        }

        var (outcome, view) = await creation.AddAsync(reading.Request, context.Caller().Name, body.Key, body.Text, cancellationToken);
        return outcome switch
        {
            ViewAddition.KeyReused =>
                ApiProblem.From(
                    context, ProblemTypes.KeyReused, $"the key was used for view {view.Id} with another body; nothing was stored"),
            ViewAddition.NameTaken =>
                ApiProblem.From(context, ProblemTypes.ViewNameTaken, $"view {view.Id} has this name already; nothing was stored"),
            ViewAddition.TooMany =>
                ApiProblem.From(context, ProblemTypes.TooManyViews, $"there are {ViewLimits.Most} views; nothing was stored"),
            ViewAddition.TooManyOfOwner =>
                ApiProblem.From(context, ProblemTypes.TooManyViews, $"you saved {ViewLimits.MostOfOne} views; nothing was stored"),
            _ => TypedResults.Created("/api/v1/views/" + view.Id, ViewResponse.From(view)),
        };
    }

    private static async Task<Ok<ViewListResponse>> ListAsync(ViewStore views, CancellationToken cancellationToken) =>
        TypedResults.Ok(await views.ReadAsync(cancellationToken));

    private static async Task<Results<Ok<ViewResponse>, ProblemHttpResult>> FindAsync(
        HttpContext context, string id, ViewStore views, CancellationToken cancellationToken) =>
        IdText.IsValid(id) && await views.FindAsync(id, cancellationToken) is { } view
            ? TypedResults.Ok(ViewResponse.From(view))
            : NoSuchView(context);

    private static async Task<Results<NoContent, ProblemHttpResult>> RemoveAsync(
        HttpContext context, string id, ViewStore views, CancellationToken cancellationToken) =>
        IdText.IsValid(id) && await views.RemoveAsync(id, cancellationToken) ? TypedResults.NoContent() : NoSuchView(context);

    private static ProblemHttpResult NoSuchView(HttpContext context) =>
        ApiProblem.From(context, ProblemTypes.NotFound, "there is no view with this id");
}
