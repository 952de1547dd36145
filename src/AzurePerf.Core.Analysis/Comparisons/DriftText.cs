using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Comparisons;

/// <summary>Repetitions that rise or fall, in words. Page, report, tool and comparison say the same.</summary>
public static class DriftText
{
    /// <summary>"rising to 3.24 times, p 0.0004", "no drift".</summary>
    public static string Of(RepetitionDrift drift)
    {
        ArgumentNullException.ThrowIfNull(drift);
        return drift.Drifts
            ? $"{(drift.LastOverFirst > 1 ? "rising" : "falling")} to {Times(drift)} times, p {Probability(drift.Probability)}"
            : "no drift";
    }

    /// <summary>"repetitions drift: rising to 3.24 times"; "-" where they do not, or were not tested.</summary>
    public static string Cell(RepetitionStatistics figures)
    {
        ArgumentNullException.ThrowIfNull(figures);
        return figures.Drift is { Drifts: true } drift ? Of(drift) : "-";
    }

    /// <summary>What must be said of a run whose repetitions drift; null of any other.</summary>
    /// <param name="figures">Of all its combinations.</param>
    public static string? Warning(IReadOnlyCollection<RepetitionStatistics> figures)
    {
        ArgumentNullException.ThrowIfNull(figures);
        RepetitionStatistics[] drifting = [.. figures.Where(one => one.Drift is { Drifts: true })];
        if (drifting.Length == 0)
        {
            return null;
        }

        var worst = drifting.MaxBy(one => Math.Abs(Math.Log(one.Drift!.LastOverFirst)))!;
        var certain = drifting.Any(one => one.Drift!.IsCertain);
        return $"repetitions {(certain ? "drift" : "seem to drift")} in {NumberFormat.Count(drifting.Length)} of "
            + $"{NumberFormat.Counted(figures.Count, "configuration")}: from the first to the last, {worst.Metric} "
            + $"{(worst.Drift!.LastOverFirst > 1 ? "rises" : "falls")} to about {Times(worst.Drift)} times (Mann-Kendall, p "
            + $"{Probability(worst.Drift.Probability)}). "
            + (certain
                ? "They are not repetitions of one level: means, medians and their intervals tell little, and such a run is compared "
                    + "only with one that took turns with it"
                : "One run in twenty looks so by chance; where it is none, means, medians and their intervals tell little");
    }

    /// <summary>The same of a run whose repetitions resemble the one before; null of any other.</summary>
    /// <param name="figures">Of all its combinations.</param>
    public static string? DependenceWarning(IReadOnlyCollection<RepetitionStatistics> figures)
    {
        ArgumentNullException.ThrowIfNull(figures);
        return figures.Select(one => one.Dependence).FirstOrDefault(dependence => dependence is { Depends: true })?.Caution;
    }

    private static string Times(RepetitionDrift drift) => NumberFormat.Significant(drift.LastOverFirst);

    private static string Probability(double probability) => probability < 0.0001 ? "<0.0001" : NumberFormat.Significant(probability);
}
