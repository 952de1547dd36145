using System.Runtime.CompilerServices;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Digests;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Blobs;

namespace AzurePerf.Storage.Runs;

/// <summary>The digests of runs that measure points. Only the TaskManager writes them, once a run's stages are closed.</summary>
public sealed class RunDigests(IBlobStore blobs, MeasurementFiles files, ExperimentCatalogue experiments)
{
    /// <summary>Points whose curves are read at once.</summary>
    private const int ReadAtOnce = 8;

    /// <summary>Makes the digest of a run from its points and their curves, and stores it in place of an earlier one.</summary>
    /// <param name="ended">The header as it is about to be.</param>
    /// <param name="published">All its points, in the order of measurement.</param>
    /// <param name="cancellationToken">Ends the requests.</param>
    public async Task WriteAsync(RunState ended, IReadOnlyList<PointRecord> published, CancellationToken cancellationToken)
    {
        await foreach (var digest in MakeAsync(ended, published, cancellationToken))
        {
            if (digest is not null)
            {
                await PutAsync(digest, cancellationToken);
            }
        }
    }

    /// <summary>The same without storing it: the digest comes last, where the run has one, and a null after every few requests, so that the
    /// caller may do something else meanwhile.</summary>
    public async IAsyncEnumerable<RunDigest?> MakeAsync(
        RunState ended, IReadOnlyList<PointRecord> published, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(ended);
        if (experiments.FindMeasuring(ended.Spec.Experiment) is not { } experiment)
        {
            yield break;
        }

        var merged = new List<LevelCurves>();
        foreach (var level in LevelResults.Of(experiment, ended.Spec, published).Levels)
        {
            if (await MergeAsync(level, cancellationToken) is { } curves)
            {
                merged.Add(curves);
            }

            yield return null;
        }

        yield return new() { Run = ended with { ETag = "" }, Points = published, Curves = merged };
    }

    /// <summary>Stores a digest.</summary>
    public Task PutAsync(RunDigest digest, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(digest);
        return blobs.PutAsync(RunDigestFile.NameOf(digest.Run.RunId), BinaryData.FromBytes(RunDigestFile.Write(digest)), cancellationToken);
    }

    /// <summary>The digest of a run, in one request; null when there is none that this build can read.</summary>
    public async Task<RunDigest?> FindAsync(string runId, CancellationToken cancellationToken) =>
        await blobs.FindAsync(RunDigestFile.NameOf(runId), cancellationToken) is { } blob ? RunDigestFile.Read(blob.ToMemory()) : null;

    /// <summary>The curves of all repetitions of one configuration.</summary>
    private async Task<LevelCurves?> MergeAsync(LevelResult level, CancellationToken cancellationToken)
    {
        var merge = new CurveMerge(level.Levels);
        merge.LeaveOut(level.Repetitions.Count - level.Shown.Count);
        foreach (var some in level.Shown.Chunk(ReadAtOnce))
        {
            foreach (var (point, curves) in some.Zip(await Task.WhenAll(some.Select(point => ReadAsync(point, cancellationToken)))))
            {
                Add(merge, point, curves);
            }
        }

        return merge.ToCurves(!level.IsConclusive);
    }

    private async Task<PointCurves?> ReadAsync(PointRecord point, CancellationToken cancellationToken) =>
        point.DetailsBlob.Length > 0 ? await files.FindCurvesAsync(point.DetailsBlob, cancellationToken) : null;

    /// <summary>A histogram that makes no sense is left out and counted: the digest says less then, and nothing wrong.</summary>
    private static void Add(CurveMerge merge, PointRecord point, PointCurves? curves)
    {
        try
        {
            if (curves is not null)
            {
                merge.Add(curves, point.Summary?.OpenLoop?.DroppedStarts ?? 0);
                return;
            }
        }
        catch (InvalidDataException)
        {
            // Counted below, with those that are gone.
        }

        merge.LeaveOut(1);
    }
}
