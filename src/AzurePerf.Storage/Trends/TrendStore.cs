using System.Globalization;
using System.Text.Json;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Trends;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Trends;

/// <summary>What ended runs measured, by experiment and target, newest first: the TaskManager writes a run's row just before the run's
/// end.</summary>
public sealed class TrendStore(IRowStore rows)
{
    /// <summary>Writes the row of a run; harmless to repeat.</summary>
    public Task PutAsync(TrendRun run, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(run);
        return rows.PutAsync(ControlNames.TrendsTable, RowOf(run), cancellationToken);
    }

    /// <summary>Removes the row of a run.</summary>
    public Task RemoveAsync(TrendRun run, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(run);
        return rows.TryDeleteAsync(ControlNames.TrendsTable, PartitionOf(run.Experiment, run.Target), KeyOf(run), null, cancellationToken);
    }

    /// <summary>The runs of an experiment on a target, newest first; a row that makes no sense is left out.</summary>
    public IAsyncEnumerable<TrendRun> ListAsync(string experiment, string target, CancellationToken cancellationToken) =>
        ListMarkedAsync(experiment, target, "", cancellationToken).OfType<TrendRun>();

    /// <summary>The same with null for a row that makes no sense, and for one without a text: that is taken no further apart, as it takes
    /// long for thousands.</summary>
    public IAsyncEnumerable<TrendRun?> ListMarkedAsync(
        string experiment, string target, string mark, CancellationToken cancellationToken) =>
        rows.ListAsync(ControlNames.TrendsTable, PartitionOf(experiment, target), cancellationToken: cancellationToken)
            .Select(row => RunOf(row, mark));

    /// <summary>Thousands of combinations would not fit into a row as they are. They repeat the names of their levels: as gzip in base 64
    /// they do.</summary>
    private static Row RowOf(TrendRun run)
    {
        var row = new Row(PartitionOf(run.Experiment, run.Target), KeyOf(run)) { ["v"] = 1 };
        var json = JsonSerializer.Serialize(run, RowJson.Options);
        if (json.Length > RowLimits.TextCharacters)
        {
            row["packed"] = Convert.ToBase64String(CompressedJson.Write(run));
        }
        else
        {
            row["run"] = json;
        }

        return row;
    }

    private static string PartitionOf(string experiment, string target) => $"{experiment}~{target}";

    private static string KeyOf(TrendRun run) =>
        string.Create(CultureInfo.InvariantCulture, $"{DateTimeOffset.MaxValue.UtcTicks - run.At.UtcTicks:D19}-{run.RunId}");

    private static TrendRun? RunOf(Row row, string mark)
    {
        try
        {
            row.RequireVersion(1);
            return row.Values.ContainsKey("packed")
                ? CompressedJson.TryRead<TrendRun>(Convert.FromBase64String(row.Text("packed")))
                : row.Text("run").Contains(mark, StringComparison.Ordinal) ? row.Json<TrendRun>("run", RowJson.Options)
                : null;
        }
        catch (Exception malformed) when (malformed is CorruptRowException or FormatException)
        {
            // One value less in a picture; the run itself is read from its own rows.
            return null;
        }
    }
}
