using System.Globalization;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>The result table of a run.</summary>
internal static class PointTable
{
    private const string Dropped = "dropped";

    /// <summary>One row per group.</summary>
    /// <param name="text">Of the experiment.</param>
    /// <param name="spec">Of the run.</param>
    /// <param name="metrics">What the columns are.</param>
    /// <param name="groups">What the rows are.</param>
    /// <param name="eachPoint">True where each is one point.</param>
    public static TextTable Build(
        FactorText text, RunSpec spec, IReadOnlyList<Metric> metrics, IReadOnlyList<LevelResult> groups, bool eachPoint)
    {
        var factors = text.Varying(spec);
        var table = new TextTable([.. Columns(text, factors, metrics, eachPoint)]);
        foreach (var group in groups)
        {
            table.Add([.. Cells(text, factors, metrics, eachPoint, group)]);
        }

        return table;
    }

    /// <summary>What the experiment says of its metrics, such as which of three aggregates a rate is.</summary>
    public static IEnumerable<string> RateNotes(IReadOnlyList<Metric> metrics) =>
        metrics.Where(metric => metric.Note.Length > 0).Select(metric => $"{MetricText.UnitInWords(metric.Unit)}: {metric.Note}");

    /// <summary>Explains the cells "n&lt;72" and "dropped", if there are any.</summary>
    public static IEnumerable<string> SampleSizeNotes(IReadOnlyList<Metric> metrics, IReadOnlyList<LevelResult> groups)
    {
        var missing = metrics.Where(metric => groups.Any(group => Cell(group, metric).StartsWith('n'))).ToArray();
        if (missing.Length > 0)
        {
            yield return string.Join(", ", missing.Select(TooFew))
                + ": too few operations; a repetition needs that many successful ones";
        }

        if (metrics.Any(metric => groups.Any(group => Cell(group, metric) == Dropped)))
        {
            yield return $"{Dropped}: operations were never started (dropped starts), so the longest times are missing";
        }
    }

    /// <summary>Names the figures that some of the repetitions of a row do not have, although they count.</summary>
    public static IEnumerable<string> PartialNotes(
        FactorText text, RunSpec spec, IReadOnlyList<Metric> metrics, IReadOnlyList<LevelResult> groups) =>
            groups.SelectMany(group => metrics
        .Select(group.ShownOf)
        .Where(figure => figure.Values.Count > 0 && figure.Values.Count < group.Shown.Count)
        .GroupBy(figure => (figure.Values.Count, figure.LeftOut), figure => figure.Metric.Name)
        .Select(same =>
            $"{text.Join(spec, group)}: {string.Join(", ", same)} of {NumberFormat.Count(same.Key.Count)} of "
                + $"{NumberFormat.Counted(group.Shown.Count, "repetition")}; left out: {LeftOutText.Reasons(same.Key.LeftOut)}"));

    private static IEnumerable<TextColumn> Columns(
        FactorText text, IReadOnlyList<string> factors, IReadOnlyList<Metric> metrics, bool eachPoint)
    {
        if (eachPoint)
        {
            yield return new("point", RightAligned: true);
            yield return new("rep", RightAligned: true);
            yield return new("started\nUTC", RightAligned: true);
        }

        foreach (var column in text.Columns(factors))
        {
            yield return column;
        }

        foreach (var heading in metrics.Select(metric => MetricText.Heading(metric).Replace(' ', '\n')).Prepend("n").Append("failed"))
        {
            yield return new(heading, RightAligned: true);
        }

        yield return new("flags");
    }

    private static IEnumerable<string> Cells(
        FactorText text, IReadOnlyList<string> factors, IReadOnlyList<Metric> metrics, bool eachPoint, LevelResult group)
    {
        if (eachPoint)
        {
            yield return NumberFormat.Count(group.Repetitions[0].Number);
            yield return NumberFormat.Count(group.Repetitions[0].Repetition);
            yield return group.Repetitions[0].ClaimedAt is { } started
                ? started.UtcDateTime.ToString("HH:mm:ss", CultureInfo.InvariantCulture)
                : "-";
        }

        foreach (var cell in text.Cells(factors, group.Levels))
        {
            yield return cell;
        }

        yield return Samples(group);
        foreach (var metric in metrics)
        {
            yield return Cell(group, metric);
        }

        yield return NumberFormat.Count(group.Failures);
        yield return FlagLetter.Join(group.Flags);
    }

    private static string TooFew(Metric metric) => string.Create(CultureInfo.InvariantCulture, $"n<{metric.OperationsNeeded}");

    private static string Cell(LevelResult group, Metric metric) =>
        group.ShownOf(metric).Median is { } value ? MetricText.Value(value, metric.Unit)
        : group.Shown.All(point => point.Summary is not { Latency.Count: > 0 }) ? "-"
        : group.Shown.Any(point => point.Summary?.OpenLoop is { IsOverloaded: true }) ? "overload"
        : metric.Quantity == Quantity.Duration && group.Shown.Any(point => LacksByDroppedStarts(point, metric)) ? Dropped
        : metric.OperationsNeeded == 1 ? "-"
        : TooFew(metric);

    private static bool LacksByDroppedStarts(PointRecord point, Metric metric) =>
        point.Summary is { OpenLoop.DroppedStarts: > 0 } operations && operations.Latency.Count >= metric.OperationsNeeded;

    // Repetitions times successful operations of each: 2x20; of points without operations the repetitions alone.
    private static string Samples(LevelResult group)
    {
        if (group.Shown.Count > 0 && group.Shown.All(point => point.Summary is null))
        {
            return NumberFormat.Count(group.Shown.Count);
        }

        var counts = group.Shown.Select(point => point.Summary?.Latency.Count ?? 0).Order().ToArray();
        return counts switch
        {
            [] =>
                group.Repetitions.All(point => point.Status == PointStatus.Missed)
                    ? "missed"
                    : group.Repetitions.All(point => point.Status == PointStatus.Reused) ? "reused" : "failed",
            [var only] => NumberFormat.Count(only),
            _ when counts[0] == counts[^1] => string.Create(CultureInfo.InvariantCulture, $"{counts.Length}x{counts[0]}"),
            _ => string.Create(CultureInfo.InvariantCulture, $"{counts.Length}x{counts[0]}-{counts[^1]}"),
        };
    }
}
