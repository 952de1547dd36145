using AzurePerf.Storage;
using AzurePerf.Storage.Rows;

namespace AzurePerf.UnitTests.Web;

/// <summary>Rows of an account that fails every request once it has been set up.</summary>
internal sealed class FailingRows(Func<Exception> failure) : IRowStore
{
    /// <summary>A control plane of such rows.</summary>
    public static ControlPlane In(ControlPlane control, Func<Exception> failure) => With(control, new FailingRows(failure));

    /// <summary>A control plane with other rows.</summary>
    public static ControlPlane With(ControlPlane control, IRowStore rows) => new()
    {
        Rows = rows,
        RunRequests = control.RunRequests,
        RunRequestPoison = control.RunRequestPoison,
        MeasureTasks = control.MeasureTasks,
        MeasurePoison = control.MeasurePoison,
        BagTasks = control.BagTasks,
        BagPoison = control.BagPoison,
        PeerTasks = control.PeerTasks,
        PeerPoison = control.PeerPoison,
        Results = control.Results,
        Products = control.Products,
        Programs = control.Programs,
    };

    public Task<Row?> FindAsync(string table, string partitionKey, string rowKey, CancellationToken cancellationToken) => throw failure();

    public Task<string?> TryInsertAsync(string table, Row row, CancellationToken cancellationToken) => throw failure();

    public Task<string?> TryReplaceAsync(string table, Row row, string etag, CancellationToken cancellationToken) => throw failure();

    public Task<string?> TryMergeAsync(string table, Row changes, string etag, CancellationToken cancellationToken) => throw failure();

    public Task PutAsync(string table, Row row, CancellationToken cancellationToken) => throw failure();

    public Task<bool> TryDeleteAsync(string table, string partitionKey, string rowKey, string? etag, CancellationToken cancellationToken) => throw failure();

    public Task<bool> TryDeleteAllAsync(string table, string partitionKey, IReadOnlyList<string> rowKeys, CancellationToken cancellationToken) =>
        throw failure();

    public Task<IReadOnlyList<string>?> TryWriteAllAsync(string table, IReadOnlyList<RowWrite> writes, CancellationToken cancellationToken) => throw failure();

    public IAsyncEnumerable<Row> ListAsync(
        string table, string partitionKey, string fromRowKey = "", string? beforeRowKey = null, RowExclusion? except = null, CancellationToken cancellationToken = default) => throw failure();

    public IAsyncEnumerable<Row> ListAllAsync(string table, CancellationToken cancellationToken = default) => throw failure();

    public Task CreateTablesAsync(IEnumerable<string> tables, CancellationToken cancellationToken) => Task.CompletedTask;
}
