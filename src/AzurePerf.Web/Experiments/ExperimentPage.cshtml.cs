using AzurePerf.Core.Experiments;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Experiments;

/// <summary>One experiment: what it answers, its parameters and its presets.</summary>
internal sealed class ExperimentPage(ExperimentCatalogue experiments) : PageModel
{
    public ExperimentDefinition Definition { get; private set; } = null!;

    public IActionResult OnGet(string? id)
    {
        if (id is null || experiments.Find(id) is not { } definition)
        {
            return NotFound();
        }

        Definition = definition;
        return Page();
    }
}
