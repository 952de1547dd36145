using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Trends;

/// <summary>Why a run has no headline, for people.</summary>
public static class MissingHeadline
{
    /// <summary>When the run ends: of a run that has one this is not asked.</summary>
    /// <param name="experiment">Of the run; null where nobody knows it.</param>
    /// <param name="spec">What was asked for.</param>
    /// <param name="points">All that was published.</param>
    public static string Of(ExperimentDefinition? experiment, RunSpec spec, IReadOnlyList<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(spec);
        ArgumentNullException.ThrowIfNull(points);
        if (experiment is not { Metrics.Count: > 0 })
        {
            return "measures no rate";
        }

        if (!points.Any(point => point.Status == PointStatus.Measured))
        {
            var others = points.CountBy(point => point.Status).OrderBy(count => count.Key)
                .Select(count => $"{NumberFormat.Count(count.Value)} {CamelCase.Of(count.Key)}").ToArray();
            return "no point was measured" + (others.Length == 0 ? "" : $" ({string.Join(", ", others)})");
        }

        if (!points.Any(RunSuccess.HasSuccess))
        {
            return "no operation succeeded";
        }

        var figures = LevelResults.Of(experiment, spec, points).Headlines();
        var leftOut = figures.Aggregate(new LeftOutRepetitions(), (sum, figure) => sum + figure.LeftOut);
        return figures.Any(figure => figure.Values.Count > 0)
            ? "no operation succeeded in a repetition that counts"
            : $"no repetition counts: {LeftOutText.Reasons(leftOut)}";
    }

    /// <summary>What lists and pages show; empty for a run that has a headline.</summary>
    /// <param name="headline">The run's.</param>
    /// <param name="stored">What was found when it ended; empty where nobody looked.</param>
    /// <param name="status">Where it stands.</param>
    public static string Text(RunHeadline? headline, string stored, RunStatus status)
    {
        ArgumentNullException.ThrowIfNull(stored);
        return headline is not null ? "" : stored.Length > 0 ? stored : status.IsTerminal() ? "none recorded" : "not yet";
    }
}
