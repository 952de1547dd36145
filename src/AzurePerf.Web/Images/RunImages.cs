using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Products;
using AzurePerf.Storage.Runs;

namespace AzurePerf.Web.Images;

/// <summary>Finds what a run made of images.</summary>
internal sealed class RunImages(RunStore runs, ExperimentCatalogue experiments, ProductStore store, ImageIndexCache cache)
{
    /// <summary>The experiment whose runs make images.</summary>
    public static string Experiment => ModisPipelineOptions.Definition.Id;

    /// <summary>What a run made; its manifest is read once.</summary>
    /// <returns>The images, or a sentence that says why there are none.</returns>
    public async Task<FoundImages> FindAsync(string runId, CancellationToken cancellationToken)
    {
        if (!IdText.IsValid(runId) || await runs.FindAsync(runId, cancellationToken) is not { } run)
        {
            return new(null, null, "there is no run with this id");
        }

        if (run.Spec.Experiment != Experiment)
        {
            return new(run, null, $"this run is of {run.Spec.Experiment}; only runs of {Experiment} make images");
        }

        try
        {
            return RequestOf(run) is not { } request
                ? new(run, null, "this build cannot read what the run asked for")
                : await store.FindAsync(ImageNames.ManifestOf(request, runId), cancellationToken) is not { } manifest
                    ? new(run, null, Missing(run))
                    : await IndexAsync(manifest, cancellationToken) is { } index
                        ? new(run, new(run, request, manifest, index), "")
                        : new(run, null, Missing(run));
        }
        catch (InvalidDataException unreadable)
        {
            return new(run, null, $"the list of this run's images cannot be read: {unreadable.Message}");
        }
    }

    /// <summary>What a run asked for; null when this build would not have accepted it.</summary>
    public ImageRequest? RequestOf(RunState run) =>
        experiments.Find(run.Spec.Experiment) is { } definition
            && RunPlanner.BindStages(definition, run.Spec) is ModisPipelineOptions options
            ? ImageRequest.Read(options).Request
            : null;

    private Task<ImageIndex?> IndexAsync(StoredProduct manifest, CancellationToken cancellationToken) => cache.FindAsync(
        $"{manifest.Name} {manifest.Facts.ValuesHash}",
        async () =>
        {
            await using var content = await store.OpenAsync(manifest.Name, "", CancellationToken.None);
            return content is null ? null : await ImageIndex.ReadAsync(content.Stream, CancellationToken.None);
        },
        cancellationToken);

    private static string Missing(RunState run) => run.Status switch
    {
        RunStatus.Failed => "this run failed before its images were listed",
        RunStatus.Cancelled => "this run was cancelled before its images were listed",
        _ when run.Status.IsTerminal() => "the list of this run's images is gone: it was removed because nobody used it for long, or it "
            + "could not be written; submit the run again, and what is still there is used again",
        _ => $"the run has not listed its images yet: it does when its last stage, {ImageStages.Manifest}, has ended",
    };
}

/// <summary>What was found of a run's images.</summary>
/// <param name="Run">The run; null where there is none.</param>
/// <param name="Images">Its images; null where there are none.</param>
/// <param name="Missing">Why there are none: a clause; empty where there are.</param>
internal sealed record FoundImages(RunState? Run, ListedImages? Images, string Missing);

/// <summary>The images of a run.</summary>
/// <param name="Run">The run.</param>
/// <param name="Request">What it asked for.</param>
/// <param name="Manifest">Its manifest.</param>
/// <param name="Index">What the manifest names.</param>
internal sealed record ListedImages(RunState Run, ImageRequest Request, StoredProduct Manifest, ImageIndex Index);
