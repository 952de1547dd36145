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

        var limits = levels.Select(level => LimitOf(source, metric, level)).OfType<(string Resource, double Value)>().Distinct().ToArray();
        return new(
            [.. limits.Where(limit => limit.Value <= FarAbove * most)
                .Select(limit => new ChartLine(ChartLineRole.Limit, NameOf(limit), unit.Of(limit.Value)))],
            [.. limits.Where(limit => limit.Value > FarAbove * most)
                .Select(limit => $"The published {NameOf(limit)} is far above what was measured, and is not drawn.")]);

        string NameOf((string Resource, double Value) limit) => $"limit of {limit.Resource}, {unit.Text(limit.Value)}";
    }

    /// <summary>A limit on requests holds for bytes too, where one request moves all bytes of an operation.</summary>
    private static (string Resource, double Value)? LimitOf(ChartSource source, Metric metric, LevelResult level)
    {
        if (ServiceLimits.Of(RunPlanner.Bind(source.Definition, source.Spec, level.Levels)) is not { } limit)
        {
            return null;
        }

        if (!metric.Is(OperationMetrics.ByteRate) || level.Measured[0].Summary is not { } summary)
        {
            return (limit.Resource, limit.PerSecond);
        }

        var operations = summary.Outcomes.GetValueOrDefault(Measurements.OperationOutcome.Ok);
        return operations == 0 || summary.PlannedWireRequests == 0
            ? null
            : (limit.Resource, (double)limit.PerSecond / summary.PlannedWireRequests * summary.Bytes);
    }
}
