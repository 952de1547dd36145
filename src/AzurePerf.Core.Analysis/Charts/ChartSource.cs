using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Charts;

/// <summary>What the charts of a run are made from.</summary>
public sealed record ChartSource
{
    public required ExperimentDefinition Definition { get; init; }

    public required RunSpec Spec { get; init; }

    /// <summary>Published so far.</summary>
    public required IReadOnlyList<PointRecord> Points { get; init; }

    /// <summary>From the run's digest; empty before its end, and without one.</summary>
    public IReadOnlyList<LevelCurves> Curves { get; init; } = [];

    /// <summary>Which of the curves is shown where only one can be; null for the last, which has the most load in most
    /// experiments.</summary>
    public int? Level { get; init; }

    /// <summary>The configurations of which a repetition has figures, in the order of the spec.</summary>
    internal IEnumerable<LevelResult> Measured() =>
        LevelResults.Of(Definition, Spec, Points).Levels.Where(level => level.Measured.Count > 0);

    /// <summary>The curves of that combination; null where there are none.</summary>
    public LevelCurves? Selected => Curves.Count == 0 ? null : Curves[Math.Clamp(Level ?? Curves.Count - 1, 0, Curves.Count - 1)];
}
