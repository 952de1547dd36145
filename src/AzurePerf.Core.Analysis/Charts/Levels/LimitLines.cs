using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Levels;

/// <summary>What the service is said to take at most, where that is a rate of the chart.</summary>
internal sealed record LimitLines(IReadOnlyList<ChartLine> Lines, IReadOnlyList<string> Notes)
{
    /// <summary>A limit so many times as high as anything measured is named only: drawn, it would press all else to the floor.</summary>
    private const double FarAbove = 4;

    public static LimitLines Of(ChartSource source, Metric metric, ChartUnit unit, double most, IReadOnlyList<LevelResult> levels)
    {
        if (!metric.Is(OperationMetrics.OperationRate) && !metric.Is(OperationMetrics.ByteRate))
        {
            return new([], []);
        }

        var limits = levels.Select(level => LimitOf(source, metric, level)).OfType<(string Name, double Value)>().Distinct().ToArray();
        return new(
            [.. limits.Where(limit => limit.Value <= FarAbove * most)
                .Select(limit => new ChartLine(ChartLineRole.Limit, limit.Name, unit.Of(limit.Value)))],
            [.. limits.Where(limit => limit.Value > FarAbove * most)
                .Select(limit => $"The published {limit.Name} is far above what was measured, and is not drawn.")]);
    }

    /// <summary>A limit on requests holds for bytes too, where one request moves all bytes of an operation.</summary>
    private static (string Name, double Value)? LimitOf(ChartSource source, Metric metric, LevelResult level)
    {
        if (ServiceLimits.Of(RunPlanner.Bind(source.Definition, source.Spec, level.Levels)) is not { } limit)
        {
            return null;
        }

        var name = $"limit of {limit.Resource}, {NumberFormat.Count(limit.PerSecond)} {limit.Unit}";
        if (!metric.Is(OperationMetrics.ByteRate) || level.Measured[0].Summary is not { } summary)
        {
            return (name, limit.PerSecond);
        }

        var operations = summary.Outcomes.GetValueOrDefault(Measurements.OperationOutcome.Ok);
        return operations == 0 || summary.PlannedWireRequests == 0
            ? null
            : (name, (double)limit.PerSecond / summary.PlannedWireRequests * summary.Bytes);
    }
}
