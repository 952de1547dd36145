using System.Globalization;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Comparisons;

/// <summary>Whether a run can be a baseline: it needs what a comparison with it needs.</summary>
public static class BaselineFitness
{
    /// <summary>Why a run cannot be one, as a clause without a full stop; null when it can.</summary>
    /// <param name="status">How the run ended.</param>
    /// <param name="run">What it measured.</param>
    public static string? ObstacleOf(RunStatus status, MeasuredRun run)
    {
        ArgumentNullException.ThrowIfNull(run);
        if (!status.IsCompleted())
        {
            return $"the run is {status.Words()}: only one that completed can be a baseline";
        }

        if (run.Experiment is not { Metrics.Count: > 0 })
        {
            return "the run measured no points that another could be compared with";
        }

        if (RunSuccess.CombinationsWithout(run.Points).Count is > 0 and var without)
        {
            return string.Create(CultureInfo.InvariantCulture, $"no operation succeeded with {without} of its configurations");
        }

        var figures = run.Results().Headlines();
        var most = figures.Max(figure => (int?)figure.Values.Count) ?? 0;
        return most < ComparisonRule.MinimumRepetitions
            ? string.Create(
                CultureInfo.InvariantCulture,
                $"a comparison needs {ComparisonRule.MinimumRepetitions} repetitions that count, and no configuration of this run has more "
                    + $"than {most}")
            : figures.Any(figure => figure.Values.Count >= ComparisonRule.MinimumRepetitions
                && figure.Values.All(value => value > 0 && double.IsFinite(value))) ? null
            : string.Create(
                CultureInfo.InvariantCulture,
                $"a comparison needs {ComparisonRule.MinimumRepetitions} repetitions that count, all with a value above 0, and no "
                    + $"configuration of this run has them");
    }
}
