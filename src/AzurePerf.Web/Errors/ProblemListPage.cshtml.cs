using AzurePerf.Web.Access;
using AzurePerf.Web.Problems;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Errors;

/// <summary>Where the <c>type</c> of a problem document leads: the kind's explanation, or all of them.</summary>
[OpenToAll]
internal sealed class ProblemListPage : PageModel
{
    public IReadOnlyList<ProblemType> Types { get; private set; } = [];

    public IActionResult OnGet(string? name)
    {
        Types = [.. ProblemTypes.All.Where(type => name is null || type.Name == name)];
        return Types.Count > 0 ? Page() : NotFound();
    }
}
