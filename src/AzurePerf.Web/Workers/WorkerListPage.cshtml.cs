using AzurePerf.Core.Api;
using AzurePerf.Storage.Workers;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Workers;

/// <summary>Pools and workers, as their last heartbeats tell.</summary>
internal sealed class WorkerListPage(WorkerReader reader) : PageModel
{
    public WorkerListResponse List { get; private set; } = null!;

    public async Task OnGetAsync() => List = await reader.ListAsync(HttpContext.RequestAborted);
}
