using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Views;
using AzurePerf.Web.Access;
using AzurePerf.Web.Runs;
using AzurePerf.Web.Samples;
using AzurePerf.Web.Views;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Home;

/// <summary>The first page: what runs now, what ran lately and what came of it, and what to do when there is nothing yet.</summary>
internal sealed class HomePage(
    RunReader reader, RunStore runs, ViewStore views, ExampleRuns samples, ExampleRunTurns turns, TimeProvider time)
    : PageModel
{
    private const int Newest = 30;

    /// <summary>Runs in progress whose stages are read, one request each.</summary>
    private const int MostFollowed = 4;

    private const int MostEnded = 10;
    private const int MostViews = 8;

    /// <summary>Runs in progress whose progress is known.</summary>
    public IReadOnlyList<RunInProgress> Now { get; private set; } = [];

    /// <summary>Runs in progress beyond those.</summary>
    public int More { get; private set; }

    /// <summary>The newest that have ended.</summary>
    public IReadOnlyList<RunListItem> Ended { get; private set; } = [];

    /// <summary>True when some of them are sample data.</summary>
    public bool HasSamples { get; private set; }

    /// <summary>True when nothing was ever submitted here.</summary>
    public bool IsFirstUse { get; private set; }

    /// <summary>The views that were saved last, newest first.</summary>
    public IReadOnlyList<ViewResponse> Views { get; private set; } = [];

    /// <summary>Views beyond those.</summary>
    public int MoreViews { get; private set; }

    public bool IsLive => Now.Count + More > 0;

    public async Task OnGetAsync()
    {
        var listed = await reader.ListAsync(Newest, HttpContext.RequestAborted);
        var open = listed.Where(run => !run.Status.IsTerminal()).ToArray();
        var now = new List<RunInProgress>();
        foreach (var run in open.OrderBy(run => run.Status == RunStatus.Accepted).ThenBy(run => run.SubmittedAt).Take(MostFollowed))
        {
            if (await runs.FindWithStagesAsync(run.Id, HttpContext.RequestAborted) is { } found)
            {
                now.Add(RunInProgress.Of(found.Run, found.Stages, time.GetUtcNow()));
            }
        }

        Now = now;
        More = open.Length - now.Count;
        Ended = [.. listed.Where(run => run.Status.IsTerminal()).Take(MostEnded)];
        HasSamples = listed.Any(run => run.Sample);
        IsFirstUse = listed.All(run => run.Sample);
        var saved = (await views.ReadAsync(HttpContext.RequestAborted)).Views;
        Views = [.. saved.OrderByDescending(view => view.CreatedAt).Take(MostViews)];
        MoreViews = saved.Count - Views.Count;
    }

    public Task<IActionResult> OnPostLoadSamplesAsync() => ChangeSamplesAsync(samples.LoadAsync);

    public Task<IActionResult> OnPostRemoveSamplesAsync() => ChangeSamplesAsync(samples.RemoveAsync);

    private async Task<IActionResult> ChangeSamplesAsync(Func<CancellationToken, Task> change)
    {
        if (!turns.TryTake(HttpContext.Caller()))
        {
            return StatusCode(StatusCodes.Status429TooManyRequests);
        }

        await change(HttpContext.RequestAborted);
        return Redirect("/");
    }
}
