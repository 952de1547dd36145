using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text.Json;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Runs;

/// <summary>Published points. Only the TaskManager writes them.</summary>
public sealed class PointStore(IRowStore rows)
{
    /// <summary>Publishes a point; false when it was published before, which then stays as it is.</summary>
    public async Task<bool> TryPublishAsync(string runId, PointRecord point, CancellationToken cancellationToken)
    {
        var row = new Row(runId, point.Number.ToString("D6", CultureInfo.InvariantCulture))
        {
            ["v"] = 1,
            ["point"] = JsonSerializer.Serialize(point, RowJson.Options),
        };
        return await rows.TryInsertAsync(ControlNames.PointsTable, row, cancellationToken) is not null;
    }

    /// <summary>The points of a run, in the order of measurement.</summary>
    public async IAsyncEnumerable<PointRecord> ListAsync(string runId, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in rows.ListAsync(ControlNames.PointsTable, runId, cancellationToken: cancellationToken))
        {
            row.RequireVersion(1);
            yield return row.Json<PointRecord>("point", RowJson.Options);
        }
    }
}
