using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Runs;

/// <summary>The first page: runs in progress, then the newest that have ended.</summary>
internal sealed class RunListPage(RunReader reader, TimeProvider time) : PageModel
{
    private const int Limit = 100;

    public IReadOnlyList<RunListItem> Open { get; private set; } = [];

    public IReadOnlyList<RunListItem> Ended { get; private set; } = [];

    /// <summary>True when there may be older runs than those shown.</summary>
    public bool Cut { get; private set; }

    public async Task OnGetAsync()
    {
        var runs = await reader.ListAsync(Limit, HttpContext.RequestAborted);
        Open = [.. runs.Where(run => !run.Status.IsTerminal())];
        Ended = [.. runs.Where(run => run.Status.IsTerminal())];
        Cut = runs.Count == Limit;
    }

    /// <summary>From submission to the end, or until now.</summary>
    public TimeSpan Age(RunListItem run) => (run.EndedAt ?? time.GetUtcNow()) - run.SubmittedAt;
}
