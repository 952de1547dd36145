using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Comparisons;

/// <summary>Whether repetitions resemble the one before, so that they are worth fewer than there are: all configurations together. Those
/// that certainly drift are told of elsewhere.</summary>
/// <param name="Lag1">Correlation of a repetition with the next one.</param>
/// <param name="Probability">Of so great a correlation by chance (<see cref="SerialOrder"/>).</param>
public sealed record RepetitionDependence(double Lag1, double Probability)
{
    /// <summary>Ten repetitions show a correlation of 0.6 in half of the cases only at this level. A caution costs little, so one in ten
    /// may be for nothing.</summary>
    private const double Significance = 0.1;

    /// <summary>True when it is worth a caution.</summary>
    public bool Depends => Probability <= Significance;

    /// <summary>"repetitions resemble the one before (lag-1 correlation about 0.45): intervals are too narrow, and chance looks like a
    /// difference more often".</summary>
    public string Caution =>
        $"repetitions resemble the one before (lag-1 correlation about {NumberFormat.Significant(Lag1)}): they are worth fewer than "
            + "there are, so intervals are too narrow and chance looks like a change more often";

    /// <summary>Null where no configuration has 10 repetitions.</summary>
    /// <param name="runs">The configurations of each run. The repetitions of a run are blocks of time.</param>
    internal static RepetitionDependence? Of(params IReadOnlyList<ComparedPoint>[] runs) =>
        SerialOrder.Of([.. runs.Select(SeriesOf)]) is { } order ? new(order.Lag1, order.Probability) : null;

    private static IReadOnlyList<double[]> SeriesOf(IReadOnlyList<ComparedPoint> points)
    {
        ComparedPoint[] tested = [.. points.Where(point =>
            point.Drift is not { IsCertain: true } && point.Values.All(value => value > 0 && double.IsFinite(value)))];
        int[] blocks = [.. tested.SelectMany(point => point.Blocks).Distinct().Order()];
        return [.. tested.Select(point => point.Place(blocks, Math.Log))];
    }
}
