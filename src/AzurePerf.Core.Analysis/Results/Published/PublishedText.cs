using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Results.Published;

/// <summary>A comparison with a publication in words; tool and portal print the same.</summary>
public static class PublishedText
{
    /// <summary>What stands below a table of comparisons.</summary>
    public const string Remark =
        "published: other hardware, in its time and at the scale of the preset paper; ours: as published, the sum of the clients' means, "
            + "mean over the repetitions that count unless named otherwise (other tables have their median); 1 MB = 10^6 B";

    /// <summary>"hill-2010, table 1".</summary>
    public static string Place(PublishedComparison comparison)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        return $"{comparison.Source}, {comparison.Reference}";
    }

    /// <summary>Which points are in no ratio and beside no published figure; null where none is missing, and where nothing was published of
    /// the experiment.</summary>
    /// <param name="experiment">Its id.</param>
    /// <param name="points">Numbers of the points that are left out.</param>
    public static string? LeftOut(string experiment, IReadOnlyCollection<int> points)
    {
        ArgumentNullException.ThrowIfNull(points);
        return points.Count == 0 || PublishedFigures.Of(experiment).Count == 0 ? null
            : $"left out of ratios and of what is compared with published figures, because the measuring machine limited them, a cache may "
                + $"have answered, or they were cut short: points {PointNumbers.Join(points)}";
    }

    /// <summary>Which of the points that count have no rate and no time beside the published ones; null as for
    /// <see cref="LeftOut"/>.</summary>
    /// <inheritdoc cref="LeftOut"/>
    public static string? WithoutSuccess(string experiment, IReadOnlyCollection<int> points)
    {
        ArgumentNullException.ThrowIfNull(points);
        return points.Count == 0 || PublishedFigures.Of(experiment).Count == 0 ? null
            : $"not in the rates and times compared with the paper, because no operation succeeded: "
                + $"{NumberFormat.Counted(points.Count, "point")} ({PointNumbers.Join(points)})";
    }

    /// <summary>What else was published of an experiment, and why nothing of ours is compared with it: a clause for each reason. Empty for
    /// most experiments.</summary>
    /// <param name="experiment">Its id.</param>
    public static IReadOnlyList<string> NotCompared(string experiment) =>
    [
        .. PublishedPoints.All.Where(point => point.Experiment == experiment && point.NotCompared.Length > 0)
            .GroupBy(point => (point.Source, point.Reference, point.NotCompared))
            .Select(same =>
                $"({same.Key.Source}, {same.Key.Reference}), {string.Join("; ", same.Select(TextOf))}: {same.Key.NotCompared}"),
    ];

    private static string TextOf(PublishedPoint point)
    {
        var figure = FormattableString.Invariant(
            $"{point.Series}{(point.X.Length > 0 ? $", {point.X} {point.XUnit}" : "")}: {point.Value} {point.Unit}");
        return string.Join(", ", new[] { figure, Qualifier(point.Statistic), Qualifier(point.Note) }.Where(part => part.Length > 0));
    }

    /// <summary>What a published point of a chart is, with all that must be known about it: "mean", "cumulative share; about".</summary>
    public static string KindOf(PublishedPoint point)
    {
        ArgumentNullException.ThrowIfNull(point);
        return point.Note.Length == 0 ? point.Statistic : $"{point.Statistic}; {point.Note}";
    }

    /// <summary>What is said where ours is the best of fewer passes than were published; null where nothing is.</summary>
    public static string? FewerPasses(IEnumerable<PublishedComparison> comparisons)
    {
        string[] tests = [.. comparisons.Where(HasFewerPasses)
            .Select(one => $"{NumberFormat.Count(one.Passes)} of {one.Levels["test"]} {one.Levels["direction"]}").Distinct()];
        return tests.Length == 0 ? null : "ours is the best of fewer passes than three: " + string.Join(", ", tests);
    }

    /// <summary>Ours with what it is: "mean 458" where the tables have a median, "275 (best of 2)" of fewer passes than were published,
    /// else "3".</summary>
    public static string Ours(PublishedComparison comparison)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        var mean = comparison.Metric is PublishedMetric.OperationsPerSecond or PublishedMetric.OperationsPerSecondPerClient
            or PublishedMetric.MegabytesPerSecond or PublishedMetric.MegabytesPerSecondPerClient or PublishedMetric.MillisecondsPerOperation
            or PublishedMetric.SecondsPerOperation;
        return (mean ? "mean " : "") + NumberFormat.Significant(comparison.Ours)
            + (HasFewerPasses(comparison) ? $" (best of {NumberFormat.Count(comparison.Passes)})" : "");
    }

    /// <summary>"ops/s, maximum; ours of 9 levels", "clients at the highest rate, client in the cloud".</summary>
    public static string Metric(PublishedComparison comparison)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        var words = comparison.Metric switch
        {
            PublishedMetric.OperationsPerSecond => "ops/s",
            PublishedMetric.OperationsPerSecondPerClient => "ops/s per client",
            PublishedMetric.MegabytesPerSecond => "MB/s",
            PublishedMetric.MegabytesPerSecondPerClient => "MB/s per client",
            PublishedMetric.ShareOfLoneClient => "client's rate over a lone one's",
            PublishedMetric.ClientsFinished => "clients that finished",
            PublishedMetric.ShareOfClientsWithFailures => "clients with failures over all",
            PublishedMetric.BlobOverTable => "blob/table",
            PublishedMetric.MegabytesPerSecondBestOfThree => $"MB/s, best of {PublishedComparisons.BestOf}, {comparison.Note}",
            PublishedMetric.MegabytesPerSecondMedian => "MB/s, median of the repetitions",
            PublishedMetric.MegabytesPerSecondLowest => "MB/s of the slowest repetition",
            PublishedMetric.ShareAtOrAbove => $"repetitions at {Bound(comparison)} MB/s or more",
            PublishedMetric.ShareAtOrBelow => $"repetitions at {Bound(comparison)} MB/s or less",
            PublishedMetric.ShareWithin => $"share of operations within {Bound(comparison)} ms",
            PublishedMetric.LossPerDoubling => "MB/s lost per doubling",
            PublishedMetric.RateOverShorterQueue => "rate over that at 200,000",
            PublishedMetric.MillisecondsPerOperation => "ms per operation",
            PublishedMetric.SecondsPerOperation => "s per operation",
            PublishedMetric.FirstOperationPenalty => "first operation slower by",
            PublishedMetric.RiseOfMeanTime => "rise of the mean time over one client's",
            PublishedMetric.ClientsAtPeak => "clients at the highest rate",
            PublishedMetric.FailedAtPeak => "share that failed at the highest rate",
            PublishedMetric.RiseAtPeak => "rise of the mean time at the highest rate",
            PublishedMetric.ClientsAtPlateau => "clients from which on the mean time is level",
            _ => throw new ArgumentOutOfRangeException(nameof(comparison), comparison.Metric, "no such metric"),
        };
        string[] parts =
        [
            words, Qualifier(comparison.Statistic), Qualifier(comparison.Metric, comparison.Note),
        ];
        var named = string.Join(", ", parts.Where(part => part.Length > 0));
        return comparison.LevelsOfClients > 0 ? $"{named}; ours of {NumberFormat.Count(comparison.LevelsOfClients)} levels" : named;
    }

    /// <summary>What of a note must stand wherever the figure does: "about", "ambiguous", or which of two alike it is. May be
    /// empty.</summary>
    /// <param name="metric">Of the figure.</param>
    /// <param name="note">As the data set has it.</param>
    public static string Qualifier(PublishedMetric metric, string note)
    {
        ArgumentNullException.ThrowIfNull(note);
        return metric == PublishedMetric.ClientsAtPeak ? HeadOf(note) : Qualifier(note);
    }

    /// <summary>The same of a note or a statistic whatever the metric.</summary>
    private static string Qualifier(string said) =>
        HeadOf(said) is "about" or "almost" or "near" or "nearly" or "ambiguous" or "derived" or "maximum" or "lower bound" or "upper bound"
            ? HeadOf(said)
            : "";

    private static string HeadOf(string note) => note.Split(':', ';')[0];

    /// <summary>What the note of a figure says beyond the words of <see cref="Metric"/>; may be empty.</summary>
    public static string Rest(PublishedComparison comparison)
    {
        ArgumentNullException.ThrowIfNull(comparison);
        var said = Qualifier(comparison.Metric, comparison.Note).Length;
        return comparison.Metric == PublishedMetric.MegabytesPerSecondBestOfThree ? "" : comparison.Note[said..].TrimStart(':', ';', ' ');
    }

    private static bool HasFewerPasses(PublishedComparison comparison) => comparison.Passes is > 0 and < PublishedComparisons.BestOf;

    private static string Bound(PublishedComparison comparison) => FormattableString.Invariant($"{comparison.Bound}");
}
