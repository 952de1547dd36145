using AzurePerf.Core.Access;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Home;
using AzurePerf.Web.Live;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Runs.Stop;

/// <summary>Stops one run or several, after it has shown which; then it says of each what became of it.</summary>
internal sealed class StopPage(RunStore runs, RunCancellation cancellation, LiveReader reader, AuditTrail audit, TimeProvider time) : PageModel
{
    /// <summary>Runs that are stopped at once: as many as a page of the list has.</summary>
    public const int MostRuns = 50;

    private const string Action = "POST /runs/stop";

    /// <summary>Every run that was named, in that order.</summary>
    public IReadOnlyList<StopRequest> Requests { get; private set; } = [];

    /// <summary>True once they were asked to stop.</summary>
    public bool IsAsked { get; private set; }

    /// <summary>True when more runs are named than are stopped at once; then none is.</summary>
    public bool IsTooMany { get; private set; }

    /// <summary>Those that the button stops: all that can be, or the rest where the control account failed.</summary>
    public IReadOnlyList<StopRequest> Left => [.. Requests.Where(request => request.State is StopState.Possible or StopState.Unreachable)];

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

        var stopped = new List<StopRequest>();
        foreach (var request in Requests)
        {
            // Where asking failed half way, asking once more does the rest.
            stopped.Add(request with { State = request.State is StopState.Possible or StopState.StopsAlready ? await StopAsync(request.Id) : request.State });
            // One entry for all that were refused, so that a request fills no audit.
            if (stopped[^1].State != StopState.NotOwner || stopped.Count(one => one.State == StopState.NotOwner) == 1)
            {
                await NoteAsync(stopped[^1]);
            }
        }

        // Each run that was stopped has an entry of its own in the audit.
        AuditTrail.NoteNothing(HttpContext);
        (Requests, IsAsked) = (stopped, true);
        Response.StatusCode = StatusOf(stopped);
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

    private async Task<StopRequest> FindAsync(string id)
    {
        var found = IdText.IsValid(id) ? await runs.FindWithStagesAsync(id, HttpContext.RequestAborted) : null;
        var open = found is not null && !found.Run.Status.IsTerminal();
        return new(id, found?.Run, open ? RunInProgress.Of(found!.Run, found.Stages, time.GetUtcNow()).Words : "", StopRequest.StateOf(found?.Run, HttpContext.Caller()));
    }

    /// <summary>Also for a caller who hangs up: what was confirmed is done to its end.</summary>
    private async Task<StopState> StopAsync(string id)
    {
        try
        {
            return await cancellation.RequestAsync(id, RunCancellationReason.ByUser, CancellationToken.None) switch
            {
                CancellationOutcome.Requested => StopState.Stopped,
                CancellationOutcome.AlreadyEnded => StopState.Ended,
                _ => StopState.Missing,
            };
        }
        catch (Exception failure) when (StorageFailure.Matches(failure))
        {
            return StopState.Unreachable;
        }
        finally
        {
            reader.Outdate(id);
        }
    }

    private Task NoteAsync(StopRequest request) => OutcomeOf(request.State) is { } outcome
        ? audit.AppendAsync(HttpContext, HttpContext.Caller(), Action, request.Id, outcome)
        : Task.CompletedTask;

    private static AuditOutcome? OutcomeOf(StopState state) => state switch
    {
        StopState.Stopped => AuditOutcome.Done,
        StopState.NotOwner => AuditOutcome.Refused,
        StopState.Unreachable => AuditOutcome.Failed,
        _ => null,
    };

    private static int StatusOf(IReadOnlyCollection<StopRequest> requests) =>
        requests.Any(request => request.State == StopState.Unreachable) ? StatusCodes.Status503ServiceUnavailable
        : requests.Any(request => request.State == StopState.NotOwner) && requests.All(request => request.State != StopState.Stopped) ? StatusCodes.Status403Forbidden
        : StatusCodes.Status200OK;
}
