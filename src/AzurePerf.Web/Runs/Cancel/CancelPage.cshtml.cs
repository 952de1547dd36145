using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Live;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Runs.Cancel;

/// <summary>Cancels one run or several, after it has shown which; then it says of each what became of it.</summary>
internal sealed class CancelPage(RunStore runs, RunCancellation cancellation, LiveReader reader, AuditTrail audit, TimeProvider time)
    : PageModel
{
    /// <summary>Runs that are cancelled at once: as many as a page of the list has.</summary>
    public const int MostRuns = 50;

    private const string Action = "POST /runs/cancel";

    /// <summary>Every run that was named, in that order.</summary>
    public IReadOnlyList<CancelRequest> Requests { get; private set; } = [];

    /// <summary>True once they were asked to cancel.</summary>
    public bool IsAsked { get; private set; }

    /// <summary>True when more runs are named than are cancelled at once; then none is.</summary>
    public bool IsTooMany { get; private set; }

    /// <summary>Those that the button cancels: all that can be, or the rest where the control account failed.</summary>
    public IReadOnlyList<CancelRequest> Left =>
        [.. Requests.Where(request => request.State is CancelState.Possible or CancelState.Unreachable)];

    /// <param name="named">Ids, as often as there are runs or with commas between them.</param>
    public async Task<IActionResult> OnGetAsync([FromQuery(Name = "runs")] string[]? named)
    {
        await FindAsync(named);
        return Page();
    }

    /// <inheritdoc cref="OnGetAsync"/>
    public async Task<IActionResult> OnPostAsync([FromForm(Name = "runs")] string[]? named)
    {
        await FindAsync(named);
        if (IsTooMany)
        {
            AuditTrail.NoteNothing(HttpContext);
            return Page();
        }

        var cancelled = new List<CancelRequest>();
        foreach (var request in Requests)
        {
            // Where asking failed half way, asking once more does the rest.
            cancelled.Add(
                request with
                {
                    State = request.State is CancelState.Possible or CancelState.CancelsAlready
                        ? await StopAsync(request.Id)
                        : request.State,
                });
            // One entry for all that were refused, so that a request fills no audit.
            if (cancelled[^1].State != CancelState.NotOwner || cancelled.Count(one => one.State == CancelState.NotOwner) == 1)
            {
                await NoteAsync(cancelled[^1]);
            }
        }

        // Each run that was cancelled has an entry of its own in the audit.
        AuditTrail.NoteNothing(HttpContext);
        (Requests, IsAsked) = (cancelled, true);
        Response.StatusCode = StatusOf(cancelled);
        return Page();
    }

    private async Task FindAsync(string[]? named)
    {
        var ids = NamedRuns.Of(named ?? []);
        IsTooMany = ids.Count > MostRuns;
        if (IsTooMany)
        {
            Response.StatusCode = StatusCodes.Status400BadRequest;
            return;
        }

        Requests = await Task.WhenAll(ids.Select(FindAsync));
    }

    private async Task<CancelRequest> FindAsync(string id)
    {
        try
        {
            return RequestOf(id, IdText.IsValid(id) ? await runs.FindWithStagesAsync(id, HttpContext.RequestAborted) : null);
        }
        catch (CorruptRowException corrupt)
        {
            // One such run must not keep all others going.
            return new(id, null, "", CancelState.Unreadable) { Complaint = corrupt.Message };
        }
    }

    private CancelRequest RequestOf(string id, RunWithStages? found)
    {
        var open = found is not null && !found.Run.Status.IsTerminal();
        return new(id, found?.Run, open ? RunInProgress.Of(found!.Run, found.Stages, time.GetUtcNow()).Words : "",
            CancelRequest.StateOf(found?.Run, HttpContext.Caller()));
    }

    /// <summary>Also for a caller who hangs up: what was confirmed is done to its end.</summary>
    private async Task<CancelState> StopAsync(string id)
    {
        try
        {
            return await cancellation.RequestAsync(id, RunCancellationReason.ByUser, CancellationToken.None) switch
            {
                CancellationOutcome.Requested => CancelState.Cancelled,
                CancellationOutcome.AlreadyEnded => CancelState.Ended,
                _ => CancelState.Missing,
            };
        }
        catch (Exception failure) when (StorageFailure.Matches(failure))
        {
            return CancelState.Unreachable;
        }
        finally
        {
            reader.Outdate(id);
        }
    }

    private Task NoteAsync(CancelRequest request) => OutcomeOf(request.State) is { } outcome
        ? audit.AppendAsync(HttpContext, HttpContext.Caller(), Action, request.Id, outcome)
        : Task.CompletedTask;

    private static AuditOutcome? OutcomeOf(CancelState state) => state switch
    {
        CancelState.Cancelled => AuditOutcome.Done,
        CancelState.NotOwner => AuditOutcome.Refused,
        CancelState.Unreachable => AuditOutcome.Failed,
        _ => null,
    };

    private static int StatusOf(IReadOnlyCollection<CancelRequest> requests) =>
        requests.Any(request => request.State == CancelState.Unreachable) ? StatusCodes.Status503ServiceUnavailable
        : requests.Any(request => request.State == CancelState.NotOwner) && requests.All(request => request.State != CancelState.Cancelled)
            ? StatusCodes.Status403Forbidden
        : StatusCodes.Status200OK;
}
