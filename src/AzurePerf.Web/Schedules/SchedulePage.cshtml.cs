using AzurePerf.Core.Api;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Runs.Form;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Schedules;

/// <summary>All schedules: when they fire next, what they started last, what they missed.</summary>
internal sealed class SchedulePage(ScheduleActions actions, IIdSource ids) : PageModel
{
    public IReadOnlyList<ScheduleResponse> Schedules { get; private set; } = [];

    /// <summary>What is wrong with rows that cannot be read.</summary>
    public IReadOnlyList<string> Unreadable { get; private set; } = [];

    /// <summary>Why a run was not started by hand; empty otherwise.</summary>
    public IReadOnlyList<SpecFault> Faults { get; private set; } = [];

    /// <summary>A key made with the page, so that a button pressed twice starts one run.</summary>
    public string Key { get; private set; } = "";

    /// <summary>True when whoever looks at the page may press the buttons of a schedule.</summary>
    public bool MayChange(ScheduleResponse schedule) => HttpContext.Caller().MayChange(schedule.Owner);

    public async Task OnGetAsync()
    {
        var list = await actions.ListAsync(HttpContext.RequestAborted);
        (Schedules, Unreadable, Key) = (list.Schedules, list.Faults, ids.NewId());
    }

    public async Task<IActionResult> OnPostRunNowAsync(string? key)
    {
        // The key of one page serves every schedule on it.
        var started = AddressedId.Of(Request) is { } id
            ? await actions.RunNowAsync(id, IdText.IsValid(key) ? IdText.Hash(id, key!) : null, HttpContext.RequestAborted)
            : null;
        switch (started)
        {
            case null:
                return NotFound();
            case { Submitted: { IsRefused: true } refused }:
                return await RefuseAsync(FormSubmission.StatusOf(refused.Outcome), refused.Faults);
            // A key made with the page that started another run belongs to an older state of the schedule: that run is shown.
            case { Submitted: { } submitted }:
                return Redirect("/runs/" + submitted.Run.RunId);
            default:
                return await RefuseAsync(StatusCodes.Status400BadRequest, started.Faults);
        }
    }

    public Task<IActionResult> OnPostPauseAsync() => EnableAsync(false);

    public Task<IActionResult> OnPostResumeAsync() => EnableAsync(true);

    public async Task<IActionResult> OnPostRemoveAsync() =>
        AddressedId.Of(Request) is { } id && await actions.RemoveAsync(id, HttpContext.RequestAborted)
            ? Redirect("/schedules")
            : NotFound();

    private async Task<IActionResult> RefuseAsync(int status, IReadOnlyList<SpecFault> faults)
    {
        await OnGetAsync();
        Faults = faults;
        Response.StatusCode = status;
        return Page();
    }

    private async Task<IActionResult> EnableAsync(bool enabled) =>
        AddressedId.Of(Request) is { } id && await actions.EnableAsync(id, enabled, HttpContext.RequestAborted) is not null
            ? Redirect("/schedules")
            : NotFound();
}
