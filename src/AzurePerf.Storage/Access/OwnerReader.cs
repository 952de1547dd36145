using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Schedules;
using AzurePerf.Storage.Shares;
using AzurePerf.Storage.Views;

namespace AzurePerf.Storage.Access;

/// <summary>Whose runs, schedules, views and links are, whatever else their rows say: one point read.</summary>
public sealed class OwnerReader(IRowStore rows)
{
    /// <summary>Null when there is no such run.</summary>
    public Task<string?> OfRunAsync(string runId, CancellationToken cancellationToken) =>
        OwnerAsync(ControlNames.RunsTable, runId, RunRows.HeaderKey, cancellationToken);

    /// <summary>Null when there is no such schedule.</summary>
    public Task<string?> OfScheduleAsync(string id, CancellationToken cancellationToken) =>
        OwnerAsync(ControlNames.SchedulesTable, id, ScheduleRows.RowKey, cancellationToken);

    /// <summary>Null when there is no such view.</summary>
    public Task<string?> OfViewAsync(string id, CancellationToken cancellationToken) =>
        OwnerAsync(ControlNames.ViewsTable, ViewRows.Partition, id, cancellationToken);

    /// <summary>Null when there is no such link.</summary>
    public Task<string?> OfShareAsync(string id, CancellationToken cancellationToken) =>
        OwnerAsync(ControlNames.SharesTable, ShareRows.Partition, id, cancellationToken);

    private async Task<string?> OwnerAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken) =>
        await rows.FindAsync(table, partitionKey, rowKey, cancellationToken) is { } row
            ? row.Values.GetValueOrDefault("owner") as string ?? ""
            : null;
}
