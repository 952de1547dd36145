using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Results;

/// <summary>Points with the values of their metrics, for readers that need not know the experiment.</summary>
public static class PointMetrics
{
    /// <summary>The same points in the same order, each with its value of every metric that it has.</summary>
    /// <param name="experiment">Of the run; null where nobody knows it: the points stay as they are.</param>
    /// <param name="spec">Of the run.</param>
    /// <param name="points">With or without values; those that there are are replaced.</param>
    public static IReadOnlyList<PointRecord> Tell(ExperimentDefinition? experiment, RunSpec spec, IReadOnlyList<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(points);
        return experiment is null ? points : [.. points.Select(point => Tell(experiment, spec, point))];
    }

    private static PointRecord Tell(ExperimentDefinition experiment, RunSpec spec, PointRecord point)
    {
        var read = point with { Metrics = null };
        if (read.Result is null)
        {
            return read;
        }

        var level = new LevelResult(experiment, spec, [read]);
        return read with
        {
            Metrics = experiment.Metrics
                .Select(metric => (metric.Name, Value: level.ValueOf(metric, read)))
                .Where(value => value.Value is not null)
                .ToDictionary(value => value.Name, value => value.Value!.Value),
        };
    }
}
