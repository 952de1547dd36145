using AzurePerf.Core.Api;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Digests;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;

namespace AzurePerf.Storage.Runs;

/// <summary>What a run measured so far.</summary>
/// <param name="Run">Its header.</param>
/// <param name="Points">Published, in the order of measurement.</param>
/// <param name="Curves">Of each combination of levels; empty before the run's end, and where it has no digest.</param>
public sealed record RunResults(RunState Run, IReadOnlyList<PointRecord> Points, IReadOnlyList<LevelCurves> Curves)
{
    public static RunResults Of(RunDigest digest)
    {
        ArgumentNullException.ThrowIfNull(digest);
        return new(digest.Run, digest.Points, digest.Curves);
    }

    /// <summary>The points with everything that is derived from them.</summary>
    public PointListResponse ToPoints() => PointListResponse.Of(Run.Spec, Run.RunId, Run.Status, Run.Emulator, Points);

    /// <summary>The charts, or none for a run that measures no points.</summary>
    /// <param name="level">See <see cref="ChartSource.Level"/>.</param>
    public ChartListResponse ToCharts(int? level = null) => ExperimentCatalogue.Find(Run.Spec.Experiment) is { IsBag: false } definition
        ? ChartListResponse.Of(new() { Definition = definition, Spec = Run.Spec, Points = Points, Curves = Curves, Level = level }, Run)
        : new(Run.RunId, Run.Status, null, [], []);
}
