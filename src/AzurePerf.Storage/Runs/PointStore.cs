using System.Globalization;
using System.Runtime.CompilerServices;
using System.Text.Json;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Runs;

/// <summary>Published points. Only the TaskManager writes them.</summary>
public sealed class PointStore(IRowStore rows)
{
    private const int Version = 2;

    /// <summary>Publishes a point; false when it was published before, which then stays as it is.</summary>
    public async Task<bool> TryPublishAsync(string runId, PointRecord point, CancellationToken cancellationToken) =>
        await rows.TryInsertAsync(ControlNames.PointsTable, RowOf(runId, point), cancellationToken) is not null;

    /// <summary>Refuses a point before it is published.</summary>
    /// <exception cref="InvalidDataException">No row can hold it.</exception>
    public static void Check(string runId, PointRecord point)
    {
        try
        {
            RowLimits.Check(RowOf(runId, point));
        }
        catch (Exception exception) when (exception is ArgumentException or JsonException or NotSupportedException)
        {
            throw new InvalidDataException($"point {point.Number} cannot be stored", exception);
        }
    }

    /// <summary>Removes the points of a run.</summary>
    public Task RemoveAsync(string runId, CancellationToken cancellationToken) =>
        rows.DeletePartitionAsync(ControlNames.PointsTable, runId, cancellationToken);

    /// <summary>One point, or null when it is not published.</summary>
    public async Task<PointRecord?> FindAsync(string runId, int number, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.PointsTable, runId, KeyOf(number), cancellationToken) is { } row ? PointOf(row) : null;

    /// <summary>The points of a run, in the order of measurement.</summary>
    public async IAsyncEnumerable<PointRecord> ListAsync(string runId, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in rows.ListAsync(ControlNames.PointsTable, runId, cancellationToken: cancellationToken))
        {
            yield return PointOf(row);
        }
    }

    private static Row RowOf(string runId, PointRecord point) => new(runId, KeyOf(point.Number))
    {
        ["v"] = Version,
        ["point"] = JsonSerializer.Serialize(point, RowJson.Options),
    };

    private static string KeyOf(int number) => number.ToString("D6", CultureInfo.InvariantCulture);

    private static PointRecord PointOf(Row row)
    {
        row.RequireVersion(Version);
        return row.Json<PointRecord>("point", RowJson.Options);
    }
}
