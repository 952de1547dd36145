using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.OpenApi;

/// <summary>The interface for programs, as people read it. It is made on the server from the document that this build carries.</summary>
internal sealed class ApiPage : PageModel
{
    private static readonly Lazy<IReadOnlyList<IGrouping<string, DescribedOperation>>> All =
        new(() => DescribedOperation.ReadAll(OpenApiFile.Read()));

    public IReadOnlyList<IGrouping<string, DescribedOperation>> Nouns { get; private set; } = [];

    public void OnGet() => Nouns = All.Value;
}
