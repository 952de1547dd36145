using System.IO.Compression;
using System.Text.Json;
using AzurePerf.Core.Access;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Trends;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Trends;

namespace AzurePerf.Web.Samples;

/// <summary>Runs to look at before there are any of one's own. They are inside the program, and become rows like those of any run that has
/// ended.</summary>
internal sealed partial class ExampleRuns(ExperimentCatalogue experiments, RunStore runs, PointStore points, EventStore events,
    TrendStore trends, BaselineStore baselines, BaselineStandings standings, TimeProvider time, ILogger<ExampleRuns> logger)
{
    /// <summary>How the names of runs end that others are compared with.</summary>
    private const string BaselineSuffix = ", baseline";

    private const string Resource = "AzurePerf.Web.Samples.samples.json.gz";

    /// <summary>The runs, oldest first.</summary>
    public static IReadOnlyList<ExampleRun> All { get; } = Read();

    /// <summary>Their curves, which no row has.</summary>
    public static CarriedCurves Curves() =>
        new(All.Where(sample => sample.Curves.Count > 0).ToDictionary(sample => sample.Id, sample => sample.Curves));

    /// <summary>Stores what is not stored yet: everything else before the header, so that half a run is none. A run whose header makes no
    /// sense is left as it is.</summary>
    public async Task LoadAsync(CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        var places = await PlacesAsync(cancellationToken);
        foreach (var (number, sample) in All.Index())
        {
            await LeavingCorruptAsync(sample.Id, async () =>
            {
                var left = places[sample.Id].ToList();
                if (await runs.FindAsync(sample.Id, cancellationToken) is not { } header)
                {
                    // A tick apart and in the order of measurement; with the times of measurement as keys they would be lost among runs of
                    // another year.
                    var place = left.Count > 0 ? left[^1] : RunIndexKey.For(sample.Id, now.AddTicks(number - All.Count));
                    header = sample.Header(experiments.Find(sample.Run.Spec.Experiment), place);
                    await StorePartsAsync(sample, header, cancellationToken);
                    header = await AddAsync(header);
                }

                foreach (var key in left.Where(key => key != header?.IndexKey))
                {
                    await runs.DeleteIndexAsync(key, cancellationToken);
                }
            });
        }

        foreach (var sample in All.Where(sample => sample.Run.Spec.Name.EndsWith(BaselineSuffix, StringComparison.Ordinal)))
        {
            await LeavingCorruptAsync(sample.Id, async () =>
            {
                if (await runs.FindAsync(sample.Id, cancellationToken) is { Sample: true } header
                    && await baselines.FindEntryAsync(BaselineSubject.Of(header), cancellationToken) is { Value: null } none)
                {
                    await standings.ChooseAsync(header, OwnersWithoutKey.Sample, none.ETag, cancellationToken);
                }
            });
        }
    }

    /// <summary>Removes all of it, also what another build loaded, in which other runs were. A run whose header makes no sense
    /// stays.</summary>
    public async Task RemoveAsync(CancellationToken cancellationToken)
    {
        foreach (var sample in All)
        {
            await RemoveAsync(sample.Id, cancellationToken);
        }

        foreach (var month in await runs.ListMonthsAsync(cancellationToken))
        {
            await foreach (var entry in runs.ListOfOwnerAsync(month, OwnersWithoutKey.Sample, cancellationToken))
            {
                await RemoveAsync(entry.RunId, cancellationToken);

                // Also of a run whose removal broke off before it.
                if (!await runs.ExistsAsync(entry.RunId, cancellationToken))
                {
                    await runs.DeleteIndexAsync(entry.Key, cancellationToken);
                }
            }
        }
    }

    /// <summary>The header after what only it leads to, and then the entry, by which a run of another build is found: what broke off can be
    /// repeated.</summary>
    private Task RemoveAsync(string runId, CancellationToken cancellationToken) => LeavingCorruptAsync(runId, async () =>
    {
        if (await runs.FindAsync(runId, cancellationToken) is { Sample: true } header)
        {
            await baselines.RemoveAsync(BaselineSubject.Of(header), runId, cancellationToken);
            // Its points tell nothing of its place there.
            await trends.RemoveAsync(TrendRun.Of(null, header, []), cancellationToken);
            await points.RemoveAsync(runId, cancellationToken);
            await events.RemoveAsync(runId, cancellationToken);
            await runs.DeleteAsync(runId, cancellationToken);
            await runs.DeleteIndexAsync(header.IndexKey, cancellationToken);
        }
    });

    /// <summary>Does something with one run, so that a row of it that makes no sense stops it alone.</summary>
    private async Task LeavingCorruptAsync(string runId, Func<Task> act)
    {
        try
        {
            await act();
        }
        catch (CorruptRowException corrupt)
        {
            LogCorrupt(runId, corrupt.Message);
        }
    }

    /// <summary>Where entries stand of each run, also of loads that broke off, or go on elsewhere: in another place a run would be listed
    /// twice.</summary>
    private async Task<ILookup<string, RunIndexKey>> PlacesAsync(CancellationToken cancellationToken) =>
        await (await runs.ListMonthsAsync(cancellationToken)).ToAsyncEnumerable()
            .SelectMany(month => runs.ListOfOwnerAsync(month, OwnersWithoutKey.Sample, cancellationToken))
            .ToLookupAsync(entry => entry.RunId, entry => entry.Key, StringComparer.Ordinal, cancellationToken);

    /// <summary>To its end, also when the caller hangs up. Where somebody else was faster with the header, the entry that it does not name
    /// goes.</summary>
    /// <returns>The header as it is stored; null where somebody has removed it again.</returns>
    private async Task<RunState?> AddAsync(RunState header)
    {
        await runs.PutIndexAsync(header, CancellationToken.None);
        if (await runs.TryAddAsync(header, CancellationToken.None))
        {
            return header;
        }

        var stored = await runs.FindAsync(header.RunId, CancellationToken.None);
        if (stored?.IndexKey != header.IndexKey)
        {
            await runs.DeleteIndexAsync(header.IndexKey, CancellationToken.None);
        }

        return stored;
    }

    private async Task StorePartsAsync(ExampleRun sample, RunState header, CancellationToken cancellationToken)
    {
        foreach (var point in sample.StoredPoints)
        {
            await points.TryPublishAsync(sample.Id, point, cancellationToken);
        }

        foreach (var noted in sample.Events)
        {
            await events.PutAsync(sample.Id, noted, cancellationToken);
        }

        await trends.PutAsync(TrendRun.Of(experiments.Find(header.Spec.Experiment), header, sample.Points), cancellationToken);
        foreach (var stage in sample.Stages())
        {
            await runs.PutStageAsync(stage, cancellationToken);
        }
    }

    private static ExampleRun[] Read()
    {
        using var resource = typeof(ExampleRuns).Assembly.GetManifestResourceStream(Resource)!;
        using var text = new GZipStream(resource, CompressionMode.Decompress);
        return JsonSerializer.Deserialize<ExampleRun[]>(text, ApiJson.Options)!;
    }

    [LoggerMessage(Level = LogLevel.Error, Message = "Run {RunId} of the sample data is left as it is: {Reason}")]
    private partial void LogCorrupt(string runId, string reason);
}
