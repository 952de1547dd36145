using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Live;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Runs.Notes;

/// <summary>Notes and tags that are added to a run after its submission.</summary>
internal sealed class NotesPage(RunStore runs, RunNoteStore notes, LiveReader live) : PageModel
{
    public RunState Run { get; private set; } = null!;

    public IReadOnlyDictionary<string, string> Tags => Run.Tags;

    public IReadOnlyList<RunNote> Notes { get; private set; } = [];

    public IReadOnlyList<SpecFault> Faults { get; private set; } = [];

    /// <summary>What was typed and not taken.</summary>
    public string Text { get; private set; } = "";

    /// <inheritdoc cref="Text"/>
    public string Tag { get; private set; } = "";

    public bool MayChange => HttpContext.Caller().MayChange(Run.Owner);

    public async Task<IActionResult> OnGetAsync([FromRoute] string id) => await FindAsync(id) ? Page() : NotFound();

    public async Task<IActionResult> OnPostAsync([FromRoute] string id, string? text, string? tag, string? remove)
    {
        if (!await FindAsync(id))
        {
            return NotFound();
        }

        var (change, faults) = NoteForm.Read(text, tag, remove);
        if (change is not null)
        {
            var noting = await notes.ChangeAsync(id, null, change, HttpContext.Caller().Name, HttpContext.RequestAborted);
            live.Outdate(id);
            faults = FaultsOf(noting.Outcome);
            if (noting.Outcome == NotingOutcome.NotFound)
            {
                return NotFound();
            }
        }

        if (faults.Count == 0)
        {
            return Redirect($"/runs/{id}#notes");
        }

        (Faults, Text, Tag) = (faults, text ?? "", tag ?? "");
        Response.StatusCode = StatusCodes.Status400BadRequest;
        return Page();
    }

    private static IReadOnlyList<SpecFault> FaultsOf(NotingOutcome outcome) => outcome switch
    {
        NotingOutcome.TooManyTags => [new("tags", $"would be more than {SpecLimits.Tags}")],
        NotingOutcome.TooManyNotes => [new("text", $"cannot be added: a run has at most {RunNote.Most} notes")],
        _ => [],
    };

    private async Task<bool> FindAsync(string id)
    {
        if (!IdText.IsValid(id) || await runs.FindWithStagesAsync(id, HttpContext.RequestAborted) is not { } found)
        {
            return false;
        }

        (Run, Notes) = (found.Run, found.Notes.All);
        return true;
    }
}
