using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Live;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Net.Http.Headers;

namespace AzurePerf.Web.Runs.Notes;

/// <summary>/api/v1/runs/{id}/notes: tags and notes that are added to a run after its submission.</summary>
internal static class NotesApi
{
    private const string TagPrefix = "notes-";

    public static void MapNotes(this IEndpointRouteBuilder runs)
    {
        runs.MapGet("/{id}/notes", FindAsync).Produces(StatusCodes.Status304NotModified)
            .Explain("listNotes", "Tags and notes of a run as they are now, with the ETag that a change names.", ProblemTypes.NotFound);
        runs.MapPatch("/{id}/notes", ChangeAsync)
            .Explain("changeNotes", "Adds a note to a run, or changes its tags; If-Match is required.", ProblemTypes.InvalidRequest,
                ProblemTypes.NotFound, ProblemTypes.Stale, ProblemTypes.NotJson, ProblemTypes.ConditionRequired)
            .TakesBody(RequestSchemas.NoteChange,
                """{"text": "the region was throttled", "tags": {"verdict": "unusable", "draft": null}}""");
    }

    private static async Task<Results<Ok<NoteListResponse>, StatusCodeHttpResult, ProblemHttpResult>> FindAsync(
        HttpContext context, string id, RunStore runs)
    {
        if (!IdText.IsValid(id) || await runs.FindWithStagesAsync(id, context.RequestAborted) is not { } run)
        {
            return RunsApi.NoSuchRun(context);
        }

        var answer = Answer(context, run);
        var tag = context.Response.Headers.ETag.ToString();
        return context.Request.GetTypedHeaders().IfNoneMatch.Any(known => known.Tag == "*" || known.Tag == tag)
            ? TypedResults.StatusCode(StatusCodes.Status304NotModified)
            : answer;
    }

    private static async Task<Results<Ok<NoteListResponse>, ProblemHttpResult>> ChangeAsync(
        HttpContext context, string id, RunNoteStore notes, LiveReader live)
    {
        if (context.Request.GetTypedHeaders().IfMatch is not { Count: > 0 } known)
        {
            return ApiProblem.From(context, ProblemTypes.ConditionRequired);
        }

        var body = await JsonBody.ReadAsync(context.Request);
        if (body.Problem is not null)
        {
            return ApiProblem.From(context, body.Problem);
        }

        var (change, faults) = RunNoteChange.Read(body.Bytes);
        if (change is null)
        {
            return ApiProblem.From(context, ProblemTypes.InvalidRequest, faults);
        }

        var noting = IdText.IsValid(id)
            ? await notes.ChangeAsync(id, VersionOf(known), change, context.Caller().Name, context.RequestAborted)
            : new(NotingOutcome.NotFound, null);
        live.Outdate(id);
        return noting.Outcome switch
        {
            NotingOutcome.Changed => Answer(context, noting.Run!),
            NotingOutcome.Stale => ApiProblem.From(context, ProblemTypes.Stale),
            NotingOutcome.TooManyTags or NotingOutcome.TooManyNotes =>
                ApiProblem.From(context, ProblemTypes.InvalidRequest, FaultsOf(noting.Outcome)),
            _ => RunsApi.NoSuchRun(context),
        };
    }

    /// <summary>What is wrong with a change that a run has no room for; empty for any other outcome.</summary>
    public static IReadOnlyList<SpecFault> FaultsOf(NotingOutcome outcome) => outcome switch
    {
        NotingOutcome.TooManyTags => [new("tags", $"would be more than {SpecLimits.Tags}")],
        NotingOutcome.TooManyNotes => [new("text", $"cannot be added: a run has at most {RunNote.Most} notes")],
        _ => [],
    };

    /// <summary>Null stands for whatever is stored; a tag of something else than these notes is one that they never have.</summary>
    private static int? VersionOf(IList<EntityTagHeaderValue> known) =>
        known is [{ Tag.Value: "*" }] ? null
        : known is [{ IsWeak: false } only] && only.Tag.Value!.Trim('"') is var tag && tag.StartsWith(TagPrefix, StringComparison.Ordinal)
            && int.TryParse(tag.AsSpan(TagPrefix.Length), NumberStyles.None, CultureInfo.InvariantCulture, out var version) ? version
        : -1;

    private static Ok<NoteListResponse> Answer(HttpContext context, RunWithStages run)
    {
        context.Response.Headers.ETag = string.Create(CultureInfo.InvariantCulture, $"\"{TagPrefix}{run.Notes.Version}\"");
        return TypedResults.Ok(new NoteListResponse(run.Run.RunId, run.Run.Tags, run.Notes.All));
    }
}
