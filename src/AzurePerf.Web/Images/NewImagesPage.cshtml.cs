using System.Text;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Programs;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Storage.Programs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Runs.Form;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Images;

/// <summary>Asks for images: where, when, what; says what that comes to, and submits it as a run.</summary>
internal sealed class NewImagesPage(ExperimentCatalogue experiments, RunSpecReader specs, RunSubmission submission, TargetList targets,
    ImageEstimates estimates, RunStore runs, LimitOptions limits, ProgramStore programs, ProgramOptions allowed, IIdSource ids) : PageModel
{
    /// <summary>Field of the button that estimates and submits nothing.</summary>
    public const string EstimateField = "estimate";

    /// <summary>What was filled in.</summary>
    public ImageForm Form { get; private set; } = null!;

    /// <summary>The same as fields, with what is wrong.</summary>
    public ImageFields Fields { get; private set; } = null!;

    /// <summary>Everything that is wrong.</summary>
    public IReadOnlyList<SpecFault> Faults { get; private set; } = [];

    /// <summary>What it comes to; null until it was asked for, and while something is wrong.</summary>
    public ImageEstimateResponse? Estimate { get; private set; }

    public string Key { get; private set; } = "";

    /// <summary>The run that the form was filled in from; empty for none.</summary>
    public string From { get; private set; } = "";

    /// <summary>What the operator allows.</summary>
    public LimitOptions Limits => limits;

    private ExperimentDefinition Definition => experiments.Find(RunImages.Experiment)!;

    private string Target => targets.NamesFor(Definition.Target) is [var first, ..] offered && !offered.Contains(TargetList.Default)
        ? first
        : TargetList.Default;

    /// <param name="from">An earlier run whose settings are changed; null for none.</param>
    public async Task<IActionResult> OnGetAsync(string? from)
    {
        if (from is null)
        {
            await ShowAsync(ImageForm.For(Definition, Target), [], ids.NewId());
            return Page();
        }

        if (!IdText.IsValid(from) || await runs.FindAsync(from, HttpContext.RequestAborted) is not { } run
            || run.Spec.Experiment != RunImages.Experiment)
        {
            return NotFound();
        }

        From = from;
        await ShowAsync(ImageForm.Of(RunForm.Of(Definition, run.Spec, run.Tags)), [], ids.NewId());
        return Page();
    }

    public async Task<IActionResult> OnPostAsync()
    {
        var sent = await Request.ReadFormAsync(HttpContext.RequestAborted);
        var form = ImageForm.Of(Definition, sent, Target);
        From = IdText.IsValid(sent[RunForm.FromField]) ? sent[RunForm.FromField].ToString() : "";
        var key = IdText.IsValid(sent[RunForm.KeyField]) ? sent[RunForm.KeyField].ToString() : ids.NewId();
        var reading = specs.Read(Encoding.UTF8.GetBytes(form.Run.ToRequest().ToJsonString()));
        if (reading.Spec is null || sent[EstimateField] == "true")
        {
            AuditTrail.NoteNothing(HttpContext);
            await ShowAsync(form, reading, key);
            Response.StatusCode = reading.Spec is null ? StatusCodes.Status400BadRequest : StatusCodes.Status200OK;
            return Page();
        }

        var submitted = await submission.SubmitAsync(
            HttpContext, reading.Spec, key, form.Run, From.Length > 0 ? new(RunOriginKind.Clone, From) : null);
        if (submitted.IsRefused)
        {
            await ShowAsync(form, reading with { Faults = submitted.Faults }, key);
            Response.StatusCode = FormSubmission.StatusOf(submitted.Outcome);
            return Page();
        }

        return Redirect("/runs/" + submitted.Run.RunId);
    }

    private async Task ShowAsync(ImageForm form, RunSpecResult reading, string key)
    {
        await ShowAsync(form, reading.Faults, key);
        Estimate = reading.Spec is null
            ? null
            : await estimates.OfAsync(reading.Spec, HttpContext.Caller().Name, HttpContext.RequestAborted);
    }

    private async Task ShowAsync(ImageForm form, IReadOnlyList<SpecFault> faults, string key) =>
        (Form, Faults, Fields, Key) = (form, faults, new(form, faults, await ProgramsAsync()), key);

    /// <summary>The programs that may run; null where none may.</summary>
    private async Task<IReadOnlyList<StoredProgram>?> ProgramsAsync() => !allowed.Allowed ? null
        : await programs.ListAsync(HttpContext.RequestAborted).Select(entry => entry.Value).OfType<StoredProgram>()
            .Where(program => !program.IsRevoked).ToArrayAsync(HttpContext.RequestAborted);
}
