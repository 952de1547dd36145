using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Baselines;

/// <summary>Makes a run the one that others are compared with, or no longer.</summary>
internal sealed class BaselinePage(
    ExperimentCatalogue experiments, RunStore runs, RunReader reader, BaselineStore baselines, BaselineChoice choice)
    : PageModel
{
    public RunState Run { get; private set; } = null!;

    /// <summary>The baseline of the run's experiment and target, or what is wrong with its row; neither for none.</summary>
    public StoredEntry<BaselineResponse> Current { get; private set; } = new(null, "");

    /// <summary>True also when nobody can read which run it is.</summary>
    public bool CanBeRemoved => BaselineChoice.IsOf(Run, Current);

    /// <summary>Why the run cannot be the baseline; null when it can.</summary>
    public string? Obstacle { get; private set; }

    public bool MayChange => HttpContext.Caller().MayChange(Run.Owner);

    public bool MayReplace => BaselineChoice.MayReplace(HttpContext.Caller(), Current);

    public async Task<IActionResult> OnGetAsync([FromRoute] string id) => await FindAsync(id) ? Page() : NotFound();

    public async Task<IActionResult> OnPostAsync([FromRoute] string id)
    {
        if (!await FindAsync(id))
        {
            return NotFound();
        }

        if (Obstacle is not null)
        {
            Response.StatusCode = StatusCodes.Status409Conflict;
            return Page();
        }

        (var chosen, Current) = await choice.ChooseAsync(Run, HttpContext.Caller(), HttpContext.RequestAborted);
        return Answer(chosen is not null);
    }

    public async Task<IActionResult> OnPostRemoveAsync([FromRoute] string id)
    {
        if (!await FindAsync(id))
        {
            return NotFound();
        }

        (var isRemoved, Current) = await choice.RemoveAsync(Run, HttpContext.Caller(), HttpContext.RequestAborted);
        return Answer(isRemoved || MayReplace);
    }

    private IActionResult Answer(bool isAllowed)
    {
        if (isAllowed)
        {
            return Redirect("/runs/" + Run.RunId);
        }

        Response.StatusCode = StatusCodes.Status403Forbidden;
        return Page();
    }

    private async Task<bool> FindAsync(string id)
    {
        if (!IdText.IsValid(id) || await runs.FindAsync(id, HttpContext.RequestAborted) is not { } run)
        {
            return false;
        }

        Run = run;
        Obstacle = await BaselineChoice.ObstacleAsync(experiments, run, reader, HttpContext.RequestAborted);
        Current = await baselines.FindEntryAsync(BaselineSubject.Of(run), HttpContext.RequestAborted);
        return true;
    }
}
