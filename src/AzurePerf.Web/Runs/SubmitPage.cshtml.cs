using System.Text;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Experiments;
using AzurePerf.Web.Runs.Estimates;
using AzurePerf.Web.Runs.Form;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Runs;

/// <summary>Submits a run: choose an experiment and a preset, change what should differ, send.</summary>
internal sealed class SubmitPage(ExperimentCatalogue experiments, RunSpecReader specs, RunSubmission submission, TargetList targets,
    RunEstimates estimates, RunStore runs, LimitOptions limits, IIdSource ids) : PageModel
{
    /// <summary>In place of a preset's name: the experiment's own defaults.</summary>
    public const string NoPreset = "defaults";

    /// <summary>Field of the button that fills in what the form makes without submitting it.</summary>
    public const string CheckField = "check";

    /// <summary>Presets in the order in which somebody tries them.</summary>
    public static IReadOnlyList<string> PresetOrder { get; } = [Preset.Quick, Preset.Reduced, Preset.Paper];

    /// <summary>Words that are looked for in the catalogue.</summary>
    public string Search { get; private set; } = "";

    /// <summary>Experiments that have all of them.</summary>
    public IReadOnlyList<ExperimentDefinition> Catalogue { get; private set; } = [];

    /// <summary>Null as long as no experiment is chosen.</summary>
    public RunForm? Form { get; private set; }

    public RunFormFields? Fields { get; private set; }

    public IReadOnlyList<SpecFault> Faults { get; private set; } = [];

    /// <summary>What the experiment measures, where the operator configured none of it; null otherwise.</summary>
    public TargetKind? Unconfigured { get; private set; }

    public string Key { get; private set; } = "";

    /// <summary>The presets of the chosen experiment with the time, bytes and cost of each.</summary>
    public IReadOnlyList<PresetOffer> Presets { get; private set; } = [];

    /// <summary>What the form comes to in time, operations, bytes and cost; null while it has faults.</summary>
    public EstimateResponse? Estimate { get; private set; }

    /// <summary>What the operator allows.</summary>
    public LimitOptions Limits => limits;

    /// <summary>The run that the form was filled in from; empty for none.</summary>
    public string From { get; private set; } = "";

    public async Task<IActionResult> OnGetAsync(string? experiment, string? preset, string? q, string? from)
    {
        if (from is not null)
        {
            return await OfRunAsync(from);
        }

        if (experiment is null)
        {
            Search = q?.Trim() ?? "";
            Catalogue = CatalogueSearch.Find(experiments, Search);
            return Page();
        }

        if (experiments.Find(experiment) is not { } definition)
        {
            return NotFound();
        }

        var offered = targets.NamesFor(definition.Target);
        var first = offered.Count == 0 || offered.Contains(TargetList.Default) ? TargetList.Default : offered[0];
        var form = RunForm.For(definition, definition.FindPreset(preset ?? Preset.Quick), first);
        await ShowAsync(form, Read(form), ids.NewId());
        return Page();
    }

    /// <summary>What the form comes to while it is filled in: a part of the page for its script. Nothing is stored.</summary>
    public async Task<IActionResult> OnGetCheckAsync()
    {
        if (experiments.Find(Request.Query["experiment"].ToString()) is not { } definition)
        {
            return NotFound();
        }

        var form = new RunForm(definition, definition.FindPreset(Request.Query["preset"].ToString()),
            Request.Query.ToDictionary(field => field.Key, field => field.Value));
        await ShowAsync(form, Read(form), "");
        return Partial("/Runs/_Checked.cshtml", this);
    }

    public async Task<IActionResult> OnPostAsync()
    {
        var sent = await Request.ReadFormAsync(HttpContext.RequestAborted);
        if (experiments.Find(sent["experiment"].ToString()) is not { } definition)
        {
            return NotFound();
        }

        var form = new RunForm(
            definition, definition.FindPreset(sent["preset"].ToString()), sent.ToDictionary(field => field.Key, field => field.Value));
        From = IdText.IsValid(sent[RunForm.FromField]) ? sent[RunForm.FromField].ToString() : "";
        var key = IdText.IsValid(sent[RunForm.KeyField]) ? sent[RunForm.KeyField].ToString() : ids.NewId();
        var reading = Read(form);
        if (reading.Spec is null || sent[CheckField] == "true")
        {
            AuditTrail.NoteNothing(HttpContext);
            await ShowAsync(form, reading, key);
            Response.StatusCode = reading.Spec is null ? StatusCodes.Status400BadRequest : StatusCodes.Status200OK;
            return Page();
        }

        var submitted = await submission.SubmitAsync(
            HttpContext, reading.Spec, key, form, From.Length > 0 ? new(RunOriginKind.Clone, From) : null);
        if (submitted.IsRefused)
        {
            await ShowAsync(form, reading with { Faults = submitted.Faults }, key);
            Response.StatusCode = FormSubmission.StatusOf(submitted.Outcome);
            return Page();
        }

        return Redirect("/runs/" + submitted.Run.RunId);
    }

    private RunSpecResult Read(RunForm form) => specs.Read(Encoding.UTF8.GetBytes(form.ToRequest().ToJsonString()));

    private async Task ShowAsync(RunForm form, RunSpecResult reading, string key)
    {
        Form = form;
        Key = key;
        var offered = targets.NamesFor(form.Definition.Target);
        Unconfigured = offered.Count == 0 ? form.Definition.Target : null;
        // Who has not sent the form chose no target, and can choose none.
        Faults = Unconfigured is not null && HttpMethods.IsGet(Request.Method)
            ? [.. reading.Faults.Where(fault => fault.Path != "target")]
            : reading.Faults;
        Fields = new(form, offered, Faults);
        Presets = [.. PresetOrder.Select(form.Definition.FindPreset).OfType<Preset>().Select(preset => OfferOf(form, preset))];
        Estimate = reading.Spec is null
            ? null
            : await estimates.OfAsync(reading.Spec, HttpContext.Caller().Name, HttpContext.RequestAborted);
    }

    private PresetOffer OfferOf(RunForm form, Preset preset)
    {
        var spec = Read(RunForm.For(form.Definition, preset, form["target"].ToString())).Spec;
        return new(preset.Name, preset.Name switch
        {
            Preset.Quick => "Shows that everything works. Too few repetitions to compare.",
            Preset.Reduced => "The same code at a scale for a small machine.",
            Preset.Paper => "As published. Needs a real account.",
            _ => "",
        }, spec is null ? "" : estimates.Words(spec));
    }

    /// <summary>An earlier run's settings to be changed.</summary>
    private async Task<IActionResult> OfRunAsync(string id)
    {
        if (!IdText.IsValid(id) || await runs.FindAsync(id, HttpContext.RequestAborted) is not { } run
            || experiments.Find(run.Spec.Experiment) is not { } definition)
        {
            return NotFound();
        }

        From = id;
        var form = RunForm.Of(definition, run.Spec, run.Tags);
        await ShowAsync(form, Read(form), ids.NewId());
        return Page();
    }
}

/// <summary>A preset as a card shows it.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Words">What it is for.</param>
/// <param name="Extent">Time, bytes and cost; empty where the form's target cannot be measured.</param>
internal sealed record PresetOffer(string Name, string Words, string Extent);
