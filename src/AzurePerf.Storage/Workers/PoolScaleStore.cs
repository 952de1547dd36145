using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Workers;

/// <summary>The limits that somebody gave a pool of a local installation; <c>azureperf up</c> reads them at each look at the pool's
/// queue.</summary>
public sealed class PoolScaleStore(IRowStore rows)
{
    private const string RowKey = "limits";

    /// <summary>What was said last, or null when nobody said anything.</summary>
    /// <exception cref="CorruptRowException">The row makes no sense.</exception>
    public async Task<PoolScale?> FindAsync(string pool, CancellationToken cancellationToken)
    {
        if (await rows.FindAsync(ControlNames.PoolsTable, pool, RowKey, cancellationToken) is not { } row)
        {
            return null;
        }

        row.RequireVersion(1);
        var (min, max) = (row.Integer("min"), row.Integer("max"));
        return min >= 0 && max >= 1 && max >= min
            ? new(pool, min, max, row.Text("by"), row.RequiredInstant("at"))
            : throw row.Corrupt("min and max", "are no limits of a pool");
    }

    /// <summary>Replaces what was said before.</summary>
    public Task SetAsync(PoolScale scale, CancellationToken cancellationToken) => rows.PutAsync(
        ControlNames.PoolsTable,
        new Row(scale.Pool, RowKey) { ["v"] = 1, ["min"] = scale.Min, ["max"] = scale.Max, ["by"] = scale.By, ["at"] = scale.At },
        cancellationToken);
}

/// <summary>Limits that somebody gave a pool of workers.</summary>
/// <param name="Pool">measure or bag.</param>
/// <param name="Min">Workers that run even when there is nothing to do.</param>
/// <param name="Max">Workers that run at most.</param>
/// <param name="By">Who said so.</param>
/// <param name="At">When, by the clock of the web host.</param>
public sealed record PoolScale(string Pool, int Min, int Max, string By, DateTimeOffset At);
