using AzurePerf.Core.Access;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Runs.Resubmit;

/// <summary>Submits a run once more, whoever's it was: the new one belongs to whoever asks for it.</summary>
[AnyOwner]
internal sealed class ResubmitPage(ExperimentCatalogue experiments, RunStore runs, ResubmittedRuns repeated, IIdSource ids) : PageModel
{
    public RunState Run { get; private set; } = null!;

    public IReadOnlyList<SpecFault> Faults { get; private set; } = [];

    public string Key { get; private set; } = "";

    public bool MaySubmit => HttpContext.Caller().Scope >= AccessScope.Submit;

    public async Task<IActionResult> OnGetAsync([FromRoute] string id)
    {
        Key = ids.NewId();
        return await FindAsync(id) ? Page() : NotFound();
    }

    public async Task<IActionResult> OnPostAsync([FromRoute] string id, string? key, string? seed)
    {
        if (!await FindAsync(id))
        {
            return NotFound();
        }

        var known = IdText.IsValid(key) ? $"{key}-{seed}" : null;
        var again = await repeated.RerunAsync(Run, HttpContext.Caller().Name, known, seed == "new", HttpContext.RequestAborted);
        if (again.Submitted is { } submitted)
        {
            return Redirect("/runs/" + submitted.RunId);
        }

        (Faults, Key) = (again.Faults, ids.NewId());
        Response.StatusCode = StatusCodes.Status422UnprocessableEntity;
        return Page();
    }

    private async Task<bool> FindAsync(string id)
    {
        Run = (IdText.IsValid(id) ? await runs.FindAsync(id, HttpContext.RequestAborted) : null)!;
        // A run without experiment only cleans up, and nobody submits one.
        return Run is not null && experiments.Find(Run.Spec.Experiment) is not null;
    }
}
