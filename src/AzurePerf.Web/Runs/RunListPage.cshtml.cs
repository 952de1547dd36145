using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Portal;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Runs;

/// <summary>The runs, newest first, filtered and sorted as the address says.</summary>
internal sealed class RunListPage(RunReader reader) : PageModel
{
    private const int Shown = 50;

    /// <summary>Entries that a filter looks at.</summary>
    private const int Searched = 1_000;

    public RunFilter Filter { get; private set; } = null!;

    public RunRows Rows { get; private set; } = null!;

    /// <summary>True when there may be more than those shown.</summary>
    public bool Cut { get; private set; }

    public async Task OnGetAsync()
    {
        Filter = RunFilter.Of(Request.Query);
        var listed = await reader.ListAsync(Filter.IsEmpty ? Shown + 1 : Searched, HttpContext.RequestAborted);
        RunListItem[] passing = [.. listed.Where(Filter.Passes)];
        Cut = passing.Length > Shown || listed.Count == Searched;
        Rows = new("Runs", [.. passing.Take(Shown)], TableSort.Of(Request, RunRows.Columns)) { CanSort = true };
    }
}
