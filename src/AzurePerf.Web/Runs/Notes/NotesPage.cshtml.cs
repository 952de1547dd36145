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

    public IReadOnlyList<RunNote> Notes => Noted.All;

    public IReadOnlyList<SpecFault> Faults { get; private set; } = [];

    /// <summary>What was typed and not taken.</summary>
    public string Text { get; private set; } = "";

    /// <inheritdoc cref="Text"/>
    public string Tag { get; private set; } = "";

    public bool MayChange => HttpContext.Caller().MayChange(Run.Owner);

    private RunNotes Noted { get; set; } = RunNotes.None;

    public async Task<IActionResult> OnGetAsync([FromRoute] string id) => await FindAsync(id) ? Page() : NotFound();

    public async Task<IActionResult> OnPostAsync([FromRoute] string id, string? text, string? tag, string? remove, int? seen)
    {
        if (!await FindAsync(id))
        {
            return NotFound();
        }

        var (change, faults) = NoteForm.Read(text, tag, remove);
        if (change is not null)
        {
            var outcome = await ChangeAsync(change, seen);
            live.Outdate(id);
            faults = NotesApi.FaultsOf(outcome);
            if (outcome == NotingOutcome.NotFound)
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

    /// <summary>Makes a change, but adds no note that came with the same form before.</summary>
    /// <param name="change">What the form asks for.</param>
    /// <param name="seen">How many notes there were when the form was made; null for a form that adds none.</param>
    private async Task<NotingOutcome> ChangeAsync(RunNoteChange change, int? seen)
    {
        var by = HttpContext.Caller().Name;
        while (true)
        {
            if (seen >= 0 && Notes.Skip(seen.Value).Any(note => note.By == by && note.Text == change.Text))
            {
                change = change with { Text = null };
            }

            if (change is { Text: null, Tags.Count: 0 })
            {
                AuditTrail.NoteNothing(HttpContext);
                return NotingOutcome.Changed;
            }

            var noting = await notes.ChangeAsync(Run.RunId, Noted.Version, change, by, HttpContext.RequestAborted);
            if (noting is not { Outcome: NotingOutcome.Stale, Run: { } stored })
            {
                return noting.Outcome;
            }

            (Run, Noted) = (stored.Run, stored.Notes);
        }
    }

    private async Task<bool> FindAsync(string id)
    {
        if (!IdText.IsValid(id) || await runs.FindWithStagesAsync(id, HttpContext.RequestAborted) is not { } found)
        {
            return false;
        }

        (Run, Noted) = (found.Run, found.Notes);
        return true;
    }
}
