using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Runs.Resubmit;

/// <summary>Measures what an ended run has no result of.</summary>
internal sealed class RetryPage(RunStore runs, ResubmittedRuns repeated, IIdSource ids) : PageModel
{
    public RunState Run { get; private set; } = null!;

    /// <summary>Points that it would measure.</summary>
    public IReadOnlyList<int> Missing { get; private set; } = [];

    public IReadOnlyList<SpecFault> Faults { get; private set; } = [];

    public string Key { get; private set; } = "";

    public bool MayChange => HttpContext.Caller().MayChange(Run.Owner);

    public async Task<IActionResult> OnGetAsync([FromRoute] string id)
    {
        if (!await FindAsync(id))
        {
            return NotFound();
        }

        await ShowAsync();
        return Page();
    }

    public async Task<IActionResult> OnPostAsync([FromRoute] string id, string? key)
    {
        if (!await FindAsync(id))
        {
            return NotFound();
        }

        var retry = await repeated.RetryAsync(Run, HttpContext.Caller().Name, IdText.IsValid(key) ? key : null, HttpContext.RequestAborted);
        if (retry.Submitted is { } submitted)
        {
            return Redirect("/runs/" + submitted.RunId);
        }

        Faults = retry.Faults;
        await ShowAsync();
        Response.StatusCode = StatusCodes.Status422UnprocessableEntity;
        return Page();
    }

    private async Task ShowAsync()
    {
        Missing = await repeated.MissingAsync(Run, HttpContext.RequestAborted);
        Key = ids.NewId();
    }

    private async Task<bool> FindAsync(string id)
    {
        Run = (IdText.IsValid(id) ? await runs.FindAsync(id, HttpContext.RequestAborted) : null)!;
        return Run is not null;
    }
}
