using System.Text.Json;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Rows;
using Microsoft.Extensions.Logging;

namespace AzurePerf.Storage.Baselines;

/// <summary>The baselines: one run for each experiment and target that somebody chose one for, with how the newest runs stand to it. Sample
/// runs have their own.</summary>
public sealed partial class BaselineStore(IRowStore rows, ILogger<BaselineStore> logger)
{
    private const string SampleSuffix = "~sample";

    /// <summary>The baseline of an experiment on a target, or null. A row that makes no sense is logged and counts as none: runs have
    /// pages without a baseline too.</summary>
    public async Task<BaselineResponse?> FindAsync(BaselineSubject subject, CancellationToken cancellationToken)
    {
        var (baseline, fault) = await FindEntryAsync(subject, cancellationToken);
        if (fault.Length > 0)
        {
            LogCorrupt(fault);
        }

        return baseline;
    }

    /// <summary>The same for who may put another in its place or remove it; neither value nor fault where there is none.</summary>
    public async Task<StoredEntry<BaselineResponse>> FindEntryAsync(BaselineSubject subject, CancellationToken cancellationToken) =>
        await FindRowAsync(subject, cancellationToken) is { } row ? StoredEntry<BaselineResponse>.Of(row, OfRow) : new(null, "");

    /// <summary>Stores a baseline in the place of the one of its experiment and target that was looked at; false when that was changed
    /// or removed meanwhile, or another was faster.</summary>
    /// <param name="baseline">The baseline.</param>
    /// <param name="etag">Of the entry that was looked at; empty where there was none.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public async Task<bool> TryPutAsync(BaselineResponse baseline, string etag, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(baseline);
        ArgumentNullException.ThrowIfNull(etag);
        var row = RowOf(baseline);
        return etag.Length == 0
            ? await rows.TryInsertAsync(ControlNames.BaselinesTable, row, cancellationToken) is not null
            : await rows.TryReplaceAsync(ControlNames.BaselinesTable, row, etag, cancellationToken) is not null;
    }

    /// <summary>Adds how runs stand to a baseline, unless another run is the baseline by now.</summary>
    public async Task AddAsync(BaselineResponse baseline, IReadOnlyList<BaselineStanding> standings, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(baseline);
        var subject = new BaselineSubject(baseline.Target, baseline.Experiment, baseline.Sample);
        while (await FindRowAsync(subject, cancellationToken) is { } row && OfRow(row) is var current && current.RunId == baseline.RunId)
        {
            var changed = RowOf(current.With(standings));
            if (await rows.TryReplaceAsync(ControlNames.BaselinesTable, changed, row.ETag, cancellationToken) is not null)
            {
                return;
            }
        }
    }

    /// <summary>Removes the baseline of an experiment on a target if it is this run, or if nobody can read which it is; false when it is
    /// another or there is none.</summary>
    public async Task<bool> RemoveAsync(BaselineSubject subject, string runId, CancellationToken cancellationToken)
    {
        while (await FindEntryAsync(subject, cancellationToken) is { ETag.Length: > 0 } current
            && (current.Value is null || current.Value.RunId == runId))
        {
            if (await TryRemoveAsync(subject, current.ETag, cancellationToken))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>Removes the baseline of an experiment on a target that was looked at; false when it was changed
    /// meanwhile.</summary>
    /// <param name="subject">What it is the baseline of.</param>
    /// <param name="etag">Of the entry that was looked at.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public Task<bool> TryRemoveAsync(BaselineSubject subject, string etag, CancellationToken cancellationToken) => rows.TryDeleteAsync(
        ControlNames.BaselinesTable, subject.Target, KeyOf(subject.Experiment, subject.Sample), etag, cancellationToken);

    /// <summary>All of them, by target and experiment; rows that cannot be read apart.</summary>
    public async Task<BaselineListResponse> ListAsync(CancellationToken cancellationToken)
    {
        var (found, unreadable) = (new List<BaselineResponse>(), new List<string>());
        await foreach (var row in rows.ListAllAsync(ControlNames.BaselinesTable, cancellationToken))
        {
            try
            {
                found.Add(OfRow(row));
            }
            catch (CorruptRowException corrupt)
            {
                unreadable.Add(corrupt.Message);
            }
        }

        return new(found) { Unreadable = unreadable };
    }

    private Task<Row?> FindRowAsync(BaselineSubject subject, CancellationToken cancellationToken) =>
        rows.FindAsync(ControlNames.BaselinesTable, subject.Target, KeyOf(subject.Experiment, subject.Sample), cancellationToken);

    private static string KeyOf(string experiment, bool sample) => sample ? experiment + SampleSuffix : experiment;

    private static Row RowOf(BaselineResponse baseline) => new(baseline.Target, KeyOf(baseline.Experiment, baseline.Sample))
    {
        ["v"] = 1,
        ["run"] = baseline.RunId,
        ["by"] = baseline.MarkedBy,
        ["at"] = baseline.MarkedAt,
        ["recent"] = baseline.Recent.Count == 0 ? null : JsonSerializer.Serialize(baseline.Recent, RowJson.Options),
    };

    private static BaselineResponse OfRow(Row row)
    {
        row.RequireVersion(1);
        var sample = row.RowKey.EndsWith(SampleSuffix, StringComparison.Ordinal);
        return new(row.PartitionKey, sample ? row.RowKey[..^SampleSuffix.Length] : row.RowKey, row.RequiredText("run"), row.Text("by"),
            row.RequiredInstant("at"))
        {
            Sample = sample,
            Recent = row.Values.ContainsKey("recent") ? row.Json<BaselineStanding[]>("recent", RowJson.Options) : [],
        };
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "A baseline counts as none: {Fault}")]
    private partial void LogCorrupt(string fault);
}

/// <summary>What has one baseline.</summary>
/// <param name="Target">Name of the measured account.</param>
/// <param name="Experiment">Catalogue id.</param>
/// <param name="Sample">True for sample runs.</param>
public readonly record struct BaselineSubject(string Target, string Experiment, bool Sample)
{
    /// <summary>What a run is one of.</summary>
    public static BaselineSubject Of(RunState run)
    {
        ArgumentNullException.ThrowIfNull(run);
        return new(run.Spec.Target, run.Spec.Experiment, run.Sample);
    }
}
