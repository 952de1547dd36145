using System.Runtime.CompilerServices;
using AzurePerf.Core.Api;
using AzurePerf.Storage.Rows;

namespace AzurePerf.Storage.Baselines;

/// <summary>The baselines: one run for each experiment and target that somebody chose one for.</summary>
public sealed class BaselineStore(IRowStore rows)
{
    /// <summary>The baseline of an experiment on a target, or null.</summary>
    public async Task<BaselineResponse?> FindAsync(string target, string experiment, CancellationToken cancellationToken) =>
        await rows.FindAsync(ControlNames.BaselinesTable, target, experiment, cancellationToken) is { } row ? OfRow(row) : null;

    /// <summary>Stores a baseline in the place of any other of its experiment and target.</summary>
    public Task PutAsync(BaselineResponse baseline, CancellationToken cancellationToken) => rows.PutAsync(
        ControlNames.BaselinesTable,
        new Row(baseline.Target, baseline.Experiment)
        {
            ["v"] = 1,
            ["run"] = baseline.RunId,
            ["by"] = baseline.MarkedBy,
            ["at"] = baseline.MarkedAt,
        },
        cancellationToken);

    /// <summary>Removes the baseline of an experiment on a target if it is this run; false when it is not.</summary>
    public async Task<bool> RemoveAsync(string target, string experiment, string runId, CancellationToken cancellationToken)
    {
        while (await rows.FindAsync(ControlNames.BaselinesTable, target, experiment, cancellationToken) is { } row
            && row.Text("run") == runId)
        {
            if (await rows.TryDeleteAsync(ControlNames.BaselinesTable, target, experiment, row.ETag, cancellationToken))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>All of them, by target and experiment.</summary>
    public async IAsyncEnumerable<BaselineResponse> ListAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        await foreach (var row in rows.ListAllAsync(ControlNames.BaselinesTable, cancellationToken))
        {
            yield return OfRow(row);
        }
    }

    private static BaselineResponse OfRow(Row row)
    {
        row.RequireVersion(1);
        return new(row.PartitionKey, row.RowKey, row.RequiredText("run"), row.Text("by"), row.RequiredInstant("at"));
    }
}
