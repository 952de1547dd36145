using AzurePerf.Core.Access;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Pages;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Runs;

/// <summary>The runs, newest first, filtered and sorted as the address says, which has the words of the API.</summary>
internal sealed class RunListPage(RunSearch search) : PageModel
{
    private static readonly string[] Words = ["state", "experiment", "target", "owner", "tag", "text"];

    public RunRows Rows { get; private set; } = null!;

    /// <summary>What is wrong with the address; nothing is listed then.</summary>
    public IReadOnlyList<SpecFault> Faults { get; private set; } = [];

    /// <summary>Address of the next page; null after the last.</summary>
    public string? Next { get; private set; }

    /// <summary>True when the address asks for all runs.</summary>
    public bool IsUnfiltered => Words.All(word => Asked(word).Length == 0);

    /// <summary>Whether the reader may cancel any run at all.</summary>
    public bool MayStop => HttpContext.Caller().Scope >= AccessScope.Submit;

    /// <summary>The address of this page.</summary>
    public string Here => Request.Path + Request.QueryString;

    /// <summary>What the address has for a word; empty for nothing.</summary>
    public string Asked(string word) => Request.Query[word].ToString();

    public async Task OnGetAsync()
    {
        var query = Request.Query;
        var (asked, faults) = RunListQuery.Read(new()
        {
            State = query["state"],
            Experiment = query["experiment"],
            Target = query["target"],
            Owner = query["owner"],
            Tag = query["tag"]!,
            Text = query["text"],
            Cursor = query["cursor"],
        });
        Faults = faults;
        var found = asked is null
            ? new([], null)
            : await search.FindAsync(asked.Filter, asked.Limit, asked.From, HttpContext.RequestAborted);
        Next = found.Next is { } cursor ? RunListQuery.AddressOfNext(Request, cursor) : null;
        Rows = new("Runs", found.Runs, TableSort.Of(Request, RunRows.Columns)) { CanSort = true, Reader = HttpContext.Caller() };
    }
}
