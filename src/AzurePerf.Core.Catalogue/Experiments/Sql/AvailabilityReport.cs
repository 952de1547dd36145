using AzurePerf.Core.Measurements;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Experiments.Sql;

/// <summary>How steadily a database answers over the repetitions that count: figures 10 and 11 of Hill et al. 2010 as numbers. A point
/// there is the mean time of one type of transaction in one hour.</summary>
internal static class AvailabilityReport
{
    private const double Slow = 1.5;
    private const double VerySlow = 2;

    private const string Remark =
        "with answer: repetitions in which at least one transaction succeeded; mean: the median of their means; "
            + "slow: repetitions whose mean is 1.5 times that median or more; very slow: 2 times or more";

    /// <summary>The section of the report; none without a repetition that counts.</summary>
    public static IReadOnlyList<ReportSection> Sections(MeasuredLevels measured)
    {
        var names = measured.Names;
        var levels = measured.Levels.Select(level => (Level: level, Rows: RowsOf(level).ToArray())).ToArray();
        SectionColumn[] columns =
        [
            .. names.ColumnsOf(names.Varying), new("type", IsNumber: false), new("with answer"), new("repetitions"),
            new("mean", "ms") { Leads = true }, new("slow", "%"), new("very slow", "%"), new("slowest", "x"),
        ];
        return levels.Length == 0
            ? []
            : [
                new()
                {
                    Id = "availability",
                    Title = "From repetition to repetition",
                    Leads = true,
                    Tables =
                    [
                        new("Mean times of the repetitions", Remark, columns,
                            [.. levels.SelectMany(one => one.Rows.Select(row => CellsOf(names, one.Level, row)))]),
                    ],
                    Notes = [.. levels.SelectMany(one => NotesOf(one.Level, one.Rows).Select(note => names.Of(one.Level.Levels, note)))],
                },
            ];
    }

    private static IEnumerable<string> NotesOf(MeasuredLevel level, Row[] rows)
    {
        var points = rows[1..].Sum(row => row.Means.Count);
        if (points > 0)
        {
            yield return $"of {NumberFormat.Counted(points, "mean")} of one type in one repetition, "
                + $"{NumberFormat.Percent((double)rows[1..].Sum(row => row.AtLeast(Slow)) / points)} are slow and "
                + $"{NumberFormat.Percent((double)rows[1..].Sum(row => row.AtLeast(VerySlow)) / points)} very slow; "
                + "published: below 1.60 %, and 0.300 % (Hill et al. 2010, section 6.3)";
        }

        yield return rows[0].Means.Count == level.Counted.Count
            ? "every repetition that counts had an answer"
            : $"{NumberFormat.Counted(level.Counted.Count - rows[0].Means.Count, "repetition")} had no answer, at most "
                + $"{NumberFormat.Count(LongestOutage(level))} in a row";
        yield return ChecksumsOf(level.Counted);
    }

    /// <summary>All types together first.</summary>
    private static IEnumerable<Row> RowsOf(MeasuredLevel level)
    {
        yield return new("all", Means(level.Counted.Select(point => point.Operations?.Latency.MeanNanoseconds)));
        foreach (var type in level.Counted.SelectMany(point => point.OperationTypes).Where(type => type.Operations > 0)
            .Select(type => type.Name).Distinct())
        {
            yield return new(type, Means(level.Counted.Select(point => point.OperationsOf(type)?.Latency.MeanNanoseconds)));
        }

        static IReadOnlyList<double> Means(IEnumerable<double?> values) => [.. values.OfType<double>().Where(value => value > 0).Order()];
    }

    /// <summary>Of a repetition that does not count nobody knows whether the database was away.</summary>
    private static int LongestOutage(MeasuredLevel level)
    {
        var (longest, now, last) = (0, 0, 0);
        foreach (var (point, number) in level.Counted.Zip(level.Numbers))
        {
            now = point.Operations?.Latency.MeanNanoseconds is > 0 ? 0
                : number == last + 1 ? now + 1
                : 1;
            (longest, last) = (Math.Max(longest, now), number);
        }

        return longest;
    }

    private static string ChecksumsOf(IReadOnlyList<PointResult> points)
    {
        double[] sums = [.. points.Select(point => point.ValueOf(SqlAvailabilityOptions.Checksum)).OfType<double>()];
        return sums.Length == 0 ? "no repetition got so far that its first answers could be compared"
            : sums.Count(sum => sum != sums[0]) is > 0 and var others
                ? $"{NumberFormat.Count(others)} of {NumberFormat.Counted(sums.Length, "checksum")} differ from the first: the database "
                    + "did not tell the same"
            : $"the first answers of {NumberFormat.Counted(sums.Length, "repetition")} are the same";
    }

    private static SectionCell[] CellsOf(LevelColumns names, MeasuredLevel level, Row row)
    {
        var count = row.Means.Count;
        return
        [
            .. names.CellsOf(names.Varying, level.Levels), new(row.Name), SectionCell.Count(count), SectionCell.Count(level.Counted.Count),
            SectionCell.Number(row.Median / 1e6), SectionCell.Number(count == 0 ? null : 100.0 * row.AtLeast(Slow) / count),
            SectionCell.Number(count == 0 ? null : 100.0 * row.AtLeast(VerySlow) / count),
            SectionCell.Number(count == 0 ? null : row.Means[^1] / row.Median),
        ];
    }

    /// <param name="Name">A type, or all of them.</param>
    /// <param name="Means">Nanoseconds, of the repetitions that had an answer, ascending.</param>
    private sealed record Row(string Name, IReadOnlyList<double> Means)
    {
        public double? Median { get; } = Means.Count == 0 ? null : Statistics.Sample.QuantileOfSorted([.. Means], 0.5);

        public int AtLeast(double times) => Means.Count(mean => mean >= times * Median);
    }
}
