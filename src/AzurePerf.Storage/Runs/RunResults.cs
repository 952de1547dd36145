using AzurePerf.Core.Api;
using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Runs;

namespace AzurePerf.Storage.Runs;

/// <summary>What a run measured so far. What is derived from it is computed once, however many watch.</summary>
/// <param name="experiment">Its experiment; null where nobody knows it.</param>
/// <param name="run">Its header.</param>
/// <param name="points">Published, in the order of measurement.</param>
/// <param name="curves">Of each configuration; empty before the run's end, and where it has no digest.</param>
public sealed class RunResults(
    ExperimentDefinition? experiment, RunState run, IReadOnlyList<PointRecord> points, IReadOnlyList<LevelCurves> curves)
{
    private readonly Lazy<PointListResponse> _derived =
        new(() => RunReport.Of(experiment, run.Spec, run.RunId, run.Status, run.Emulator, points));

    /// <summary>Its experiment; null where nobody knows it.</summary>
    public ExperimentDefinition? Experiment => experiment;

    /// <summary>Its header.</summary>
    public RunState Run => run;

    /// <summary>Published, in the order of measurement.</summary>
    public IReadOnlyList<PointRecord> Points => points;

    /// <summary>Of each configuration; empty before the run's end, and where it has no digest.</summary>
    public IReadOnlyList<LevelCurves> Curves => curves;

    /// <summary>As comparisons take it.</summary>
    public MeasuredRun Measured => new(experiment, run.Spec, points);

    /// <summary>The points with everything that is derived from them.</summary>
    public PointListResponse ToPoints() => _derived.Value;

    /// <summary>The charts, or none for a run that measures no points.</summary>
    /// <param name="level">See <see cref="ChartSource.Level"/>.</param>
    public ChartListResponse ToCharts(int? level = null) => experiment is { Metrics.Count: > 0 } definition
        ? ChartListResponse.Of(new() { Definition = definition, Spec = Run.Spec, Points = Points, Curves = Curves, Level = level }, Run)
        : ChartListResponse.None(Run);
}
