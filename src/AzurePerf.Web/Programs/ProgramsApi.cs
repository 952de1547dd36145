using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Files;
using AzurePerf.Core.Programs;
using AzurePerf.Storage.Programs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.Net.Http.Headers;

namespace AzurePerf.Web.Programs;

/// <summary>/api/v1/programs: users' own programs.</summary>
internal static class ProgramsApi
{
    private const string ZipType = "application/zip";
    private const string Address = "/api/v1/programs/";

    public static void MapPrograms(this IEndpointRouteBuilder api)
    {
        var programs = api.MapGroup("/programs");
        programs.MapPost("", AddAsync).RequireScope(AccessScope.Programs)
            .Explain("addProgram", "Uploads a user's program; the same zip twice is one program.", ProblemTypes.InvalidProgram,
                ProblemTypes.ProgramsNotAllowed, ProblemTypes.ProgramRevoked, ProblemTypes.TooManyPrograms, ProblemTypes.BodyTooLarge,
                ProblemTypes.NotZip)
            .TakesFile(ZipType, PackageLimits.ZippedBytes, "The program with reduce.json at its root, at most 64 MiB.");
        programs.MapGet("", ListAsync)
            .Explain("listPrograms", "All programs, the newest first, revoked ones included.");
        programs.MapGet("/{hash}", FindAsync)
            .Explain("getProgram", "One program, revoked or not.", ProblemTypes.NotFound);
        programs.MapDelete("/{hash}", RevokeAsync).RequireScope(AccessScope.Programs)
            .Explain("revokeProgram", "Revokes a program for good: it runs no more. What it made stays.", ProblemTypes.NotFound);
    }

    /// <summary>All programs, for the API and the pages alike.</summary>
    public static async Task<ProgramListResponse> ReadAsync(
        this ProgramStore programs, ProgramOptions options, CancellationToken cancellationToken)
    {
        var entries = await programs.ListAsync(cancellationToken).ToArrayAsync(cancellationToken);
        return new(
            options.Allowed,
            [.. entries.Select(entry => entry.Value).OfType<StoredProgram>().OrderByDescending(program => program.AddedAt)
                .ThenBy(program => program.Hash, StringComparer.Ordinal).Select(program => ProgramResponse.From(program, options.Most))],
            [.. entries.Where(entry => entry.Value is null).Select(entry => entry.Fault)]);
    }

    private static async Task<Results<Created<ProgramResponse>, Ok<ProgramResponse>, ProblemHttpResult>> AddAsync(
        HttpContext context, ProgramUploads uploads, ProgramOptions options, CancellationToken cancellationToken)
    {
        if (!options.Allowed)
        {
            return ApiProblem.From(context, ProblemTypes.ProgramsNotAllowed);
        }

        if (!MediaTypeHeaderValue.TryParse(context.Request.ContentType, out var type)
            || !type.MediaType.Equals(ZipType, StringComparison.OrdinalIgnoreCase))
        {
            return ApiProblem.From(context, ProblemTypes.NotZip);
        }

        await using var file = TemporaryFile.Create();
        if (context.Request.ContentLength > PackageLimits.ZippedBytes
            || !await ProgramUploads.TryCopyAsync(context.Request.Body, file, cancellationToken))
        {
            return ApiProblem.From(context, ProblemTypes.BodyTooLarge, ProgramUploads.TooLong);
        }

        var upload = await uploads.AddAsync(file, context.Caller().Name, cancellationToken);
        if (upload.Outcome == ProgramAddition.Added)
        {
            return TypedResults.Created(Address + upload.Program!.Hash, ProgramResponse.From(upload.Program, options.Most));
        }

        AuditTrail.NoteNothing(context);
        return upload.Outcome switch
        {
            ProgramAddition.Known => TypedResults.Ok(ProgramResponse.From(upload.Program!, options.Most)),
            ProgramAddition.Revoked => ApiProblem.From(context, ProblemTypes.ProgramRevoked, RevokedText(upload.Program!)),
            ProgramAddition.TooMany => ApiProblem.From(context, ProblemTypes.TooManyPrograms),
            _ => ApiProblem.From(context, ProblemTypes.InvalidProgram, upload.Fault),
        };
    }

    /// <summary>Why a program is not taken again.</summary>
    public static string RevokedText(StoredProgram program) =>
        $"The program {program.ShortName} was revoked by {program.RevokedBy}.";

    private static async Task<Ok<ProgramListResponse>> ListAsync(
        ProgramStore programs, ProgramOptions options, CancellationToken cancellationToken) =>
        TypedResults.Ok(await programs.ReadAsync(options, cancellationToken));

    private static async Task<Results<Ok<ProgramResponse>, ProblemHttpResult>> FindAsync(
        HttpContext context, string hash, ProgramStore programs, ProgramOptions options, CancellationToken cancellationToken)
    {
        var found = ProgramHash.IsPrefix(hash) ? await programs.MatchAsync(hash, cancellationToken) : [];
        return found switch
        {
            [var only] => TypedResults.Ok(ProgramResponse.From(only, options.Most)),
            [] => NoSuchProgram(context),
            _ => ApiProblem.From(context, ProblemTypes.NotFound, "several programs have hashes that begin so: give more digits"),
        };
    }

    /// <summary>Of what is revoked all digits must be given: nobody revokes another program than was meant.</summary>
    private static async Task<Results<NoContent, ProblemHttpResult>> RevokeAsync(
        HttpContext context, string hash, ProgramStore programs, CancellationToken cancellationToken) =>
        ProgramHash.IsValid(hash) && await programs.RevokeAsync(hash, context.Caller().Name, cancellationToken) is not null
            ? TypedResults.NoContent()
            : NoSuchProgram(context);

    private static ProblemHttpResult NoSuchProgram(HttpContext context) =>
        ApiProblem.From(context, ProblemTypes.NotFound, "there is no program with this hash");
}
