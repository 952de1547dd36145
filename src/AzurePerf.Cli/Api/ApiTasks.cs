using System.Globalization;
using AzurePerf.Core.Api;

namespace AzurePerf.Cli.Api;

/// <summary>The tasks of runs in the API.</summary>
internal static class ApiTasks
{
    /// <summary>Tasks of one stage of a run that filters admit, the first page.</summary>
    public static Task<ApiDocument<TaskListResponse>> ListTasksAsync(
        this ApiClient api, string run, int limit, IEnumerable<(string Name, string Value)> filters, CancellationToken cancellationToken)
    {
        var query = string.Concat(filters.Select(filter => $"&{filter.Name}={Uri.EscapeDataString(filter.Value)}"));
        return api.GetAsync<TaskListResponse>(
            string.Create(CultureInfo.InvariantCulture, $"api/v1/runs/{Uri.EscapeDataString(run)}/tasks?limit={limit}") + query,
            $"the tasks of run {run}", cancellationToken);
    }

    /// <summary>The page that another one names as the next.</summary>
    public static Task<ApiDocument<TaskListResponse>> NextTasksAsync(
        this ApiClient api, string address, CancellationToken cancellationToken) =>
        api.GetAsync<TaskListResponse>(address.TrimStart('/'), "the list of tasks", cancellationToken);

    /// <summary>One task with all its attempts.</summary>
    public static Task<ApiDocument<TaskDetailResponse>> GetTaskAsync(
        this ApiClient api, string run, string stage, int number, CancellationToken cancellationToken) =>
        api.GetAsync<TaskDetailResponse>(
            string.Create(
                CultureInfo.InvariantCulture,
                $"api/v1/runs/{Uri.EscapeDataString(run)}/tasks/{Uri.EscapeDataString(TaskText.Slug(stage))}/{number}"),
            string.Create(CultureInfo.InvariantCulture, $"task {number} of {stage} of run {run}"), cancellationToken);
}
