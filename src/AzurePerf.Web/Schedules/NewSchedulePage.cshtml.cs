using System.Text;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Schedules;
using AzurePerf.Core.Targets;
using AzurePerf.Storage.Schedules;
using AzurePerf.Web.Access;
using AzurePerf.Web.Runs.Form;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Schedules;

/// <summary>Adds a schedule, as the API does.</summary>
internal sealed class NewSchedulePage(ExperimentCatalogue experiments, ScheduleRequestReader requests, ScheduleCreation creation,
    TargetList targets, IIdSource ids) : PageModel
{
    /// <summary>Field with a key made with the form, so that sending it twice adds one schedule.</summary>
    public const string KeyField = "key";

    public IReadOnlyList<RunFormField> Fields { get; private set; } = [];

    /// <summary>What is wrong with the form that was sent; empty before.</summary>
    public IReadOnlyList<SpecFault> Faults { get; private set; } = [];

    /// <summary>Why a form without faults was refused; empty where it was not.</summary>
    public string Refusal { get; private set; } = "";

    public string Key { get; private set; } = "";

    public void OnGet() => Show(ScheduleForm.Empty(experiments, targets.NamesFor(null)), [], ids.NewId());

    public async Task<IActionResult> OnPostAsync()
    {
        var sent = await Request.ReadFormAsync(HttpContext.RequestAborted);
        var form = new ScheduleForm(experiments, sent.ToDictionary(field => field.Key, field => field.Value));
        var key = IdText.IsValid(sent[KeyField]) ? sent[KeyField].ToString() : ids.NewId();
        var body = form.ToBody();
        var reading = requests.Read(body);
        if (reading.Request is null)
        {
            return Refuse(StatusCodes.Status400BadRequest, form, reading.Faults, key);
        }

        var (outcome, stored) = await AddAsync(reading.Request, key, Encoding.UTF8.GetString(body));
        switch (outcome)
        {
            case ScheduleAddition.NameTaken:
                return Refuse(
                    StatusCodes.Status409Conflict, form, [new("name", "is the name of another schedule; nothing was stored")], key);
            case ScheduleAddition.TooMany or ScheduleAddition.TooManyOfOwner:
                Refusal = (outcome == ScheduleAddition.TooMany
                    ? $"There are {ScheduleLimits.Most:N0}"
                    : $"You have {ScheduleLimits.MostOfOne}")
                    + " schedules, as many as there may be; nothing was stored: remove one that nobody needs";
                return Refuse(StatusCodes.Status409Conflict, form, [], key);
            default:
                AuditTrail.NoteSubject(HttpContext, stored);
                return Redirect("/schedules#" + stored);
        }
    }

    private PageResult Refuse(int status, ScheduleForm form, IReadOnlyList<SpecFault> faults, string key)
    {
        AuditTrail.NoteNothing(HttpContext);
        Show(form, faults, key);
        Response.StatusCode = status;
        return Page();
    }

    private void Show(ScheduleForm form, IReadOnlyList<SpecFault> faults, string key) =>
        (Fields, Faults, Key) = (form.Fields(targets.NamesFor(null), faults), faults, key);

    private async Task<(ScheduleAddition Outcome, string Stored)> AddAsync(ScheduleRequest request, string key, string body)
    {
        var (owner, stop) = (HttpContext.Caller().Name, HttpContext.RequestAborted);
        var (outcome, stored, _) = await FormKey.AddAsync(
            key, body, under => creation.AddAsync(request, owner, under, body, stop), added => added.Outcome == ScheduleAddition.KeyReused);
        return (outcome, stored);
    }
}
