using AzurePerf.Core.Api;
using AzurePerf.Storage.Views;
using AzurePerf.Web.Access;
using AzurePerf.Web.Pages;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Views;

/// <summary>All saved views: where each leads, and who saved it.</summary>
internal sealed class ViewListPage(ViewStore views) : PageModel
{
    private static readonly Dictionary<string, Func<ViewResponse, IComparable?>> Columns = new()
    {
        ["name"] = view => view.Name.ToUpperInvariant(),
        ["page"] = view => PageWords.Of(view.Page),
        ["owner"] = view => view.Owner,
        ["saved"] = view => view.CreatedAt,
    };

    public IReadOnlyList<ViewResponse> Views { get; private set; } = [];

    /// <summary>What is wrong with rows that cannot be read.</summary>
    public IReadOnlyList<string> Unreadable { get; private set; } = [];

    public TableSort Sort { get; private set; } = TableSort.None;

    /// <summary>True when whoever looks at the page may remove a view.</summary>
    public bool MayChange(ViewResponse view) => HttpContext.Caller().MayChange(view.Owner);

    public async Task OnGetAsync()
    {
        var list = await views.ReadAsync(HttpContext.RequestAborted);
        Sort = TableSort.Of(Request, Columns.Keys);
        Views = [.. Sort.Apply(list.Views, Columns.GetValueOrDefault(Sort.Column, _ => null))];
        Unreadable = list.Faults;
    }

    public async Task<IActionResult> OnPostRemoveAsync() =>
        AddressedId.Of(Request) is { } id && await views.RemoveAsync(id, HttpContext.RequestAborted) ? Redirect("/views") : NotFound();
}
