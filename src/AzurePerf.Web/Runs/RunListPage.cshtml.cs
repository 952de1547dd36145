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

    /// <summary>Address of the page with the newest; null on that page.</summary>
    public string? First => Asked("cursor").Length == 0 ? null : RunListQuery.AddressOfFirst(Request);

    /// <summary>True when the address asks for all runs.</summary>
    public bool IsUnfiltered => Words.All(word => Asked(word).Length == 0);

    /// <summary>Whether the reader may cancel any run at all.</summary>
    public bool MayStop => HttpContext.MaySubmit();

    /// <summary>The address of this page.</summary>
    public string Here => Request.Path + Request.QueryString;

    /// <summary>What the address has for a word; empty for nothing.</summary>
    public string Asked(string word) => Request.Query[word].ToString();

    /// <summary>The words of a choice, and before them what the address asks for, which may be several of them at once.</summary>
    public IEnumerable<string> Choices(string word, IEnumerable<string> words) =>
        Asked(word) is { Length: > 0 } asked && !words.Contains(asked) ? words.Prepend(asked) : words;

    /// <summary>The tags that the address asks for, all of which a run must have.</summary>
    public IReadOnlyList<string> Tags => [.. Request.Query["tag"].OfType<string>().Where(tag => tag.Length > 0)];

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
        if (faults.Count > 0)
        {
            Response.StatusCode = StatusCodes.Status400BadRequest;
        }

        var found = asked is null
            ? new([], null)
            : await search.FindAsync(asked.Filter, asked.Limit, asked.From, HttpContext.RequestAborted);
        Next = found.Next is { } cursor ? RunListQuery.AddressOfNext(Request, cursor) : null;
        var sort = TableSort.Of(Request, RunRows.Columns);
        var isPart = Next is not null || query.ContainsKey("cursor");
        var caption = isPart && sort != TableSort.None ? "Runs on this page only, sorted" : "Runs";
        Rows = new(caption, found.Runs, sort) { CanSort = true, Reader = HttpContext.Caller() };
    }
}
