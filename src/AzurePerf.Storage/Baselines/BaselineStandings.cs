using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Trends;
using Microsoft.Extensions.Logging;

namespace AzurePerf.Storage.Baselines;

/// <summary>Keeps with each baseline how the newest runs stand to it, so that a page can say so of many without reading what they
/// measured.</summary>
public sealed partial class BaselineStandings(
    BaselineStore baselines, TrendStore trends, RunReader reader, TimeProvider time, ILogger<BaselineStandings> logger)
{
    /// <summary>Older runs are left out when the newest took longer than this to compare.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Adds a run that has ended or is about to; harmless to repeat. What stands in other runs' rows, and cannot be read, is no fault of
    /// this one: it is logged, and the run has no standing.
    /// </summary>
    public async Task AddAsync(RunState ended, MeasuredRun measured, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(ended);
        try
        {
            if (ended.Status.IsCompleted()
                && await baselines.FindAsync(BaselineSubject.Of(ended), cancellationToken) is { } baseline
                && await reader.EndedResultsAsync(baseline.RunId, cancellationToken) is { } held
                && BaselineStanding.Of(ended, measured, (held.Run, held.Measured)) is { } standing)
            {
                await baselines.AddAsync(baseline, [standing], cancellationToken);
            }
        }
        catch (CorruptRowException corrupt)
        {
            LogCorrupt(ended.RunId, corrupt);
        }
    }

    /// <summary>How a run stands to its baseline; one request reads what that measured.</summary>
    /// <param name="results">Of the run.</param>
    /// <param name="baseline">Null where there is none.</param>
    /// <param name="cancellationToken">Ends the request.</param>
    public async Task<RunBaseline> CompareAsync(RunResults results, BaselineResponse? baseline, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(results);
        if (baseline is null || baseline.RunId == results.Run.RunId)
        {
            return new(baseline?.RunId, IsItself: baseline is not null);
        }

        return await TryReadAsync(baseline.RunId, cancellationToken) is { } held
            ? new(baseline.RunId, Comparison: RunComparison.WithBaseline((results.Run, results.Measured), (held.Run, held.Measured)))
            : new(baseline.RunId, IsGone: true);
    }

    /// <summary>Makes a run the baseline, and compares the newest runs of its experiment and target with it. Null, and nothing is stored,
    /// where the baseline is not the one that was looked at any more.</summary>
    /// <param name="run">The run; what it needs to be one was looked at.</param>
    /// <param name="by">Who chose it, and may put it in the place of the other.</param>
    /// <param name="etag">Of the entry of the baseline that was looked at; empty where there was none.</param>
    /// <param name="cancellationToken">Ends the requests; the run is the baseline from the first on.</param>
    public async Task<BaselineResponse?> ChooseAsync(RunState run, string by, string etag, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(run);
        var begin = time.GetTimestamp();
        var baseline = new BaselineResponse(run.Spec.Target, run.Spec.Experiment, run.RunId, by, time.GetUtcNow()) { Sample = run.Sample };

        // Runs that end from now on add themselves.
        if (!await baselines.TryPutAsync(baseline, etag, cancellationToken))
        {
            return null;
        }

        if (await TryReadAsync(run.RunId, cancellationToken) is not { } held)
        {
            return baseline;
        }

        var standings = new List<BaselineStanding>();
        await foreach (var one in trends.ListAsync(run.Spec.Experiment, run.Spec.Target, cancellationToken)
            .Where(one => one.Status.IsCompleted() && one.Sample == run.Sample))
        {
            if (standings.Count == BaselineResponse.MostRecent || time.GetElapsedTime(begin) > Patience)
            {
                break;
            }

            var results = one.RunId == run.RunId ? held : await TryReadAsync(one.RunId, cancellationToken);
            if (results is { } found
                && BaselineStanding.Of(found.Run, found.Measured, (held.Run, held.Measured)) is { } standing)
            {
                standings.Add(standing);
            }
        }

        await baselines.AddAsync(baseline, standings, cancellationToken);
        return baseline.With(standings);
    }

    /// <summary>What a run measured, or null when it is gone or its rows make no sense.</summary>
    private async Task<RunResults?> TryReadAsync(string runId, CancellationToken cancellationToken)
    {
        try
        {
            return await reader.EndedResultsAsync(runId, cancellationToken);
        }
        catch (CorruptRowException corrupt)
        {
            LogUnreadable(runId, corrupt);
            return null;
        }
    }

    [LoggerMessage(Level = LogLevel.Warning, Message = "Nothing is compared with run {RunId}, whose rows cannot be read")]
    private partial void LogUnreadable(string runId, Exception exception);

    [LoggerMessage(Level = LogLevel.Warning, Message = "Run {RunId} was not compared with its baseline, whose rows cannot be read")]
    private partial void LogCorrupt(string runId, Exception exception);
}
