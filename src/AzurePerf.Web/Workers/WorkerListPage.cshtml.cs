using AzurePerf.Core.Api;
using AzurePerf.Storage.Workers;
using AzurePerf.Web.Charts;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Workers;

/// <summary>Pools and workers, as their last heartbeats tell.</summary>
internal sealed class WorkerListPage(WorkerReader reader, PoolHistoryStore history) : PageModel
{
    /// <summary>Tasks of one worker that are listed.</summary>
    public const int TasksShown = 8;

    private const int BuildLength = 14;

    public WorkerListResponse List { get; private set; } = null!;

    /// <summary>As much of a build's id as tells builds apart.</summary>
    public static string ShortOf(string build) => build.Length <= BuildLength ? build : build[..BuildLength] + "…";

    /// <summary>How many workers there were over the last day.</summary>
    public ChartSet Charts { get; private set; } = null!;

    public async Task OnGetAsync()
    {
        List = await reader.ListAsync(HttpContext.RequestAborted);
        Charts = await PoolCharts.ReadAsync(history, HttpContext.RequestAborted);
    }
}
