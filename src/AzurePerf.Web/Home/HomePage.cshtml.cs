using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Api.Engine;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Views;
using AzurePerf.Storage.Workers;
using AzurePerf.Web.Access;
using AzurePerf.Web.Runs;
using AzurePerf.Web.Samples;
using AzurePerf.Web.Views;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Home;

/// <summary>The first page: how the newest runs stand to their baselines, what runs now, and how to begin.</summary>
internal sealed class HomePage(
    RunStore runs, OlderOpenRuns olderRuns, WorkerStore workers, BaselineStore baselines, ViewStore views, ExampleRuns samples,
    ExampleRunTurns turns, TimeProvider time) : PageModel
{
    /// <summary>Runs that are read, as the index has them.</summary>
    private const int Newest = 200;

    private const int MostFollowed = 4;

    /// <summary>Runs in progress whose stages are read, one request each: some cannot be, or have ended.</summary>
    private const int MostRead = 8;

    private const int MostEnded = 10;
    private const int MostViews = 8;

    /// <summary>The numbers at the top; empty before the first run.</summary>
    public IReadOnlyList<RunTile> Tiles { get; private set; } = [];

    /// <summary>Baselines that at least one run was compared with, those of sample data last.</summary>
    public IReadOnlyList<BaselineResponse> Watched { get; private set; } = [];

    /// <summary>What is wrong with baselines that cannot be read.</summary>
    public IReadOnlyList<string> Unreadable { get; private set; } = [];

    /// <summary>Runs in progress whose progress is known.</summary>
    public IReadOnlyList<RunInProgress> InProgress { get; private set; } = [];

    /// <summary>Runs in progress that cannot be read, and what is wrong with each.</summary>
    public IReadOnlyList<(RunListItem Run, string Fault)> UnreadableRuns { get; private set; } = [];

    /// <summary>Runs in progress beyond those.</summary>
    public int More { get; private set; }

    /// <summary>The newest that have ended.</summary>
    public IReadOnlyList<RunListItem> Ended { get; private set; } = [];

    /// <summary>True when some runs are sample data.</summary>
    public bool HasSamples { get; private set; }

    /// <summary>True when nothing was ever submitted here.</summary>
    public bool IsFirstUse { get; private set; }

    /// <summary>True when somebody chose a baseline, though perhaps no run was compared with it yet.</summary>
    public bool HasBaseline { get; private set; }

    /// <summary>The views that were saved last, newest first.</summary>
    public IReadOnlyList<ViewResponse> Views { get; private set; } = [];

    /// <summary>Views beyond those.</summary>
    public int MoreViews { get; private set; }

    public bool IsLive => InProgress.Count + UnreadableRuns.Count + More > 0;

    /// <summary>When the page was made.</summary>
    public DateTimeOffset Now { get; } = time.GetUtcNow();

    /// <summary>How the ended runs that are shown stand to their baselines.</summary>
    public IReadOnlyDictionary<string, (BaselineResponse Baseline, BaselineStanding Standing)> Standings { get; private set; } =
        new Dictionary<string, (BaselineResponse, BaselineStanding)>();

    public bool MayCancel(RunInProgress run) =>
        run.Run.Status is RunStatus.Accepted or RunStatus.Running && HttpContext.Caller().MayChange(run.Run.Owner);

    public async Task OnGetAsync()
    {
        var cancelled = HttpContext.RequestAborted;
        // None needs another's answer, so the page waits for the slowest only.
        var (newest, older, chosen, viewed, known) = (NewestAsync(cancelled), olderRuns.ListAsync(Now, cancelled),
            baselines.ListAsync(cancelled), views.ReadAsync(cancelled), workers.ListWithCommandsAsync(null, cancelled));
        await Task.WhenAll(newest, older, chosen, viewed, known);
        var ((listed, isAll), held, saved, alive) = (await newest, await chosen, (await viewed).Views, (await known).Workers);
        var heard = alive.Count(worker => WorkerSummary.IsHeard(worker, Now));
        IReadOnlyList<RunListItem> open = [.. await OpenAsync(listed, isAll, cancelled), .. await older];
        var states = await FollowAsync(open, cancelled);
        (listed, open) = (Updated(listed, states), Updated(open, states));
        Watched = [.. held.Baselines.Where(baseline => baseline.Latest is not null)
            .OrderBy(baseline => baseline.Sample).ThenByDescending(baseline => baseline.Latest!.At)];
        Unreadable = held.Unreadable;
        HasBaseline = held.Baselines.Any(baseline => !baseline.Sample);
        Standings = held.Baselines
            .SelectMany(baseline => baseline.Recent, (baseline, standing) => (baseline, standing))
            .Where(one => one.standing.Verdict is not null)
            .ToDictionary(one => one.standing.RunId);
        Ended = [.. listed.Where(run => run.Status.IsTerminal()).Take(MostEnded)];
        HasSamples = listed.Any(run => run.Sample) || held.Baselines.Any(baseline => baseline.Sample);
        IsFirstUse = listed.All(run => run.Sample) && !await MeasuredEarlierAsync(cancelled);
        Tiles = IsFirstUse ? [] : HomeTiles.Of(listed, isAll, open, (heard, alive.Count - heard), held.Baselines, Now);
        Views = [.. saved.OrderByDescending(view => view.CreatedAt).Take(MostViews)];
        MoreViews = saved.Count - Views.Count;
    }

    public Task<IActionResult> OnPostLoadSamplesAsync() => ChangeSamplesAsync(samples.LoadAsync);

    public Task<IActionResult> OnPostRemoveSamplesAsync() => ChangeSamplesAsync(samples.RemoveAsync);

    /// <summary>The newest runs as the index has them, of this month and, where they are few, the month before; and whether those are
    /// all of both.</summary>
    private async Task<(IReadOnlyList<RunListItem> Runs, bool IsAll)> NewestAsync(CancellationToken cancellationToken)
    {
        var found = new List<RunIndexEntry>();
        foreach (var month in RunIndexKey.RecentMonths(Now))
        {
            if (found.Count < Newest)
            {
                found.AddRange(await runs.ListMonthAsync(month, "", Newest - found.Count, cancellationToken));
            }
        }

        return ([.. found.Select(entry => entry.Item).OfType<RunListItem>()], found.Count < Newest);
    }

    /// <summary>Whether months before the newest two have a run of one's own. Months of sample data alone are few and short.</summary>
    private async Task<bool> MeasuredEarlierAsync(CancellationToken cancellationToken)
    {
        var noted = await runs.ListMonthsAsync(cancellationToken);
        foreach (var month in noted.Except(RunIndexKey.RecentMonths(Now)).Reverse())
        {
            var entries = runs.ListMonthAsync(month, cancellationToken);
            if (await entries.AnyAsync(entry => entry.Item is not { Sample: true }, cancellationToken))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>The runs in progress of the newest two months. One that runs for long, and the first of many that wait, may be older than
    /// the newest: those the service finds among all of both months.</summary>
    private async Task<IReadOnlyList<RunListItem>> OpenAsync(
        IReadOnlyList<RunListItem> newest, bool isAll, CancellationToken cancellationToken)
    {
        var found = newest.Where(run => !run.Status.IsTerminal()).ToList();
        foreach (var month in isAll ? [] : RunIndexKey.RecentMonths(Now))
        {
            found.AddRange(await runs.ListOpenAsync(month, cancellationToken)
                .Select(entry => entry.Item).OfType<RunListItem>().ToArrayAsync(cancellationToken));
        }

        return [.. found.DistinctBy(run => run.Id)];
    }

    /// <summary>Reads how far the first open runs are, and where they stand. The index may call a run open that has ended.</summary>
    private async Task<IReadOnlyDictionary<string, (RunStatus Status, string Reason)>> FollowAsync(
        IReadOnlyList<RunListItem> open, CancellationToken cancellationToken)
    {
        var states = new Dictionary<string, (RunStatus Status, string Reason)>();
        var (followed, unreadable, looked) = (new List<RunInProgress>(), new List<(RunListItem, string)>(), 0);
        foreach (var run in open.OrderBy(run => run.Status == RunStatus.Accepted).ThenBy(run => run.SubmittedAt).Take(MostRead)
            .TakeWhile(_ => followed.Count < MostFollowed))
        {
            looked++;
            try
            {
                if (await runs.FindWithStagesAsync(run.Id, cancellationToken) is { } found)
                {
                    states[run.Id] = (found.Run.Status, found.Run.Reason);
                    if (!found.Run.Status.IsTerminal())
                    {
                        followed.Add(RunInProgress.Of(found.Run, found.Stages, Now));
                    }
                }
            }
            catch (CorruptRowException corrupt)
            {
                // The TaskManager is about to end it as failed; one such run must not hide all others.
                unreadable.Add((run, corrupt.Message));
            }
        }

        (InProgress, UnreadableRuns, More) = (followed, unreadable, open.Count - looked);
        return states;
    }

    private static IReadOnlyList<RunListItem> Updated(
        IReadOnlyList<RunListItem> listed, IReadOnlyDictionary<string, (RunStatus Status, string Reason)> states) =>
        [.. listed.Select(run => states.TryGetValue(run.Id, out var state)
            ? run with { Status = state.Status, Reason = state.Reason }
            : run)];

    private async Task<IActionResult> ChangeSamplesAsync(Func<CancellationToken, Task> change)
    {
        if (turns.Take(HttpContext.Caller()) is { } wait)
        {
            RequestLimits.SayWhen(Response, wait);
            return StatusCode(StatusCodes.Status429TooManyRequests);
        }

        await change(HttpContext.RequestAborted);
        return Redirect("/");
    }
}
