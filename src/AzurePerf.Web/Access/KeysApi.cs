using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Ids;
using AzurePerf.Storage.Access;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;

namespace AzurePerf.Web.Access;

/// <summary>/api/v1/keys, for administrators.</summary>
internal static class KeysApi
{
    public static void MapKeys(this IEndpointRouteBuilder api)
    {
        var keys = api.MapGroup("/keys").RequireAdmin();
        keys.MapPost("", CreateAsync)
            .Explain("createKey", "Makes a key; its text is in this answer and nowhere else.", ProblemTypes.InvalidRequest,
                ProblemTypes.KeyNameTaken, ProblemTypes.BodyTooLarge, ProblemTypes.NotJson)
            .TakesBody(RequestSchemas.Key, """{"name": "ci", "scope": "submit", "expiresInDays": 30}""");
        keys.MapGet("", ListAsync)
            .Explain("listKeys", "All keys by name, of one name oldest first, without their texts.");
        keys.MapDelete("/{id}", RevokeAsync)
            .Explain("revokeKey", "Ends a key and the sign-ins with it.", ProblemTypes.NotFound);
    }

    private static async Task<Results<Created<KeyResponse>, ProblemHttpResult>> CreateAsync(
        HttpContext context, KeyCreation creation, TimeProvider time, CancellationToken cancellationToken)
    {
        var body = await JsonBody.ReadAsync(context.Request);
        if (body.Problem is not null)
        {
            return ApiProblem.From(context, body.Problem);
        }

        var (request, faults) = KeyRequestReader.Read(body.Bytes);
        if (request is null)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, faults);
        }

        var (outcome, key, text) = await creation.CreateAsync(request, context.Caller().Name, cancellationToken);
        context.Response.Headers.CacheControl = "no-store";
        return outcome switch
        {
            KeyCreationOutcome.NameTaken => ApiProblem.From(context, ProblemTypes.KeyNameTaken),
            KeyCreationOutcome.NothingToReplace => ApiProblem.From(
                context, ProblemTypes.InvalidRequest, [new("replaces", "names no key that is in use and was not replaced yet")]),
            _ => TypedResults.Created("/api/v1/keys/" + key!.Id, KeyResponse.From(key, time.GetUtcNow(), text)),
        };
    }

    /// <summary>All keys, for the API and the page alike.</summary>
    public static async Task<KeyListResponse> ReadAsync(this KeyStore keys, DateTimeOffset now, CancellationToken cancellationToken)
    {
        var entries = await keys.ListAsync(cancellationToken).ToArrayAsync(cancellationToken);
        return new(
            [
                .. entries.Select(entry => entry.Value).OfType<AccessKey>()
                    .OrderBy(key => key.Name, StringComparer.Ordinal).ThenBy(key => key.CreatedAt)
                    .Select(key => KeyResponse.From(key, now)),
            ],
            [.. entries.Where(entry => entry.Value is null).Select(entry => entry.Fault)]);
    }

    private static async Task<Ok<KeyListResponse>> ListAsync(KeyStore keys, TimeProvider time, CancellationToken cancellationToken) =>
        TypedResults.Ok(await keys.ReadAsync(time.GetUtcNow(), cancellationToken));

    private static async Task<Results<NoContent, ProblemHttpResult>> RevokeAsync(
        HttpContext context, string id, KeyStore keys, KeyChecks checks, TimeProvider time, CancellationToken cancellationToken)
    {
        var revoked = IdText.IsValid(id) ? await keys.RevokeAsync(id, context.Caller().Name, time.GetUtcNow(), cancellationToken) : null;
        checks.Forget(id);
        return revoked is null ? ApiProblem.From(context, ProblemTypes.NotFound, "there is no key with this id") : TypedResults.NoContent();
    }
}
