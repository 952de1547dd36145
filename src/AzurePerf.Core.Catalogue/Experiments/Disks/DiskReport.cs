using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Experiments.Disks;

/// <summary>All passes of one test, with the figure that CrystalDiskMark prints. MB are 10^6 bytes; all clients together.</summary>
/// <param name="Levels">Of its points.</param>
/// <param name="Best">MB/s of the fastest pass: the score.</param>
/// <param name="Median">MB/s of the median pass.</param>
/// <param name="Passes">MB/s of each pass, in the order of the repetitions.</param>
/// <param name="LatencyNanoseconds">The lowest mean latency of a pass; null where no block was moved.</param>
internal sealed record DiskScore(JsonObject Levels, double Best, double Median, IReadOnlyList<double> Passes, double? LatencyNanoseconds);

/// <summary>What limited a disk in one direction.</summary>
/// <param name="Levels">What the tests that it follows from have in common.</param>
/// <param name="Decision">What limits it, and from which figures that follows.</param>
internal sealed record DiskVerdict(JsonObject Levels, DiskCapDecision Decision);

/// <summary>What a run of disk.mark says beside its points, from the repetitions that count.</summary>
/// <param name="Scores">One per configuration, in the order in which the run lists them.</param>
/// <param name="Verdicts">One per combination of the levels but the test, where the tests tell it.</param>
internal sealed record DiskReport(IReadOnlyList<DiskScore> Scores, IReadOnlyList<DiskVerdict> Verdicts)
{
    private const string Test = "test";

    private const string Remark =
        "best: the score as CrystalDiskMark has it, the fastest pass and the lowest mean latency of one; MB are 10^6 bytes; the host "
            + "below a virtual disk may cache without anybody here seeing it";

    /// <summary>The section of the report; none before the first pass that counts.</summary>
    public static IReadOnlyList<ReportSection> Sections(MeasuredLevels measured)
    {
        var (names, report) = (measured.Names, Of(measured));
        SectionColumn[] columns =
        [
            .. names.ColumnsOf(names.Varying), new("best", "MB/s") { Leads = true }, new("median", "MB/s"), new("mean", "ms"),
            new("passes", "MB/s", IsNumber: false),
        ];
        return report.Scores.Count == 0
            ? []
            : [
                new()
                {
                    Id = "scores",
                    Title = "Scores",
                    Leads = true,
                    Tables = [new("Scores of the disk", Remark, columns, [.. report.Scores.Select(score => RowOf(names, score))])],
                    Notes = [.. report.Verdicts.Select(verdict => names.Of(verdict.Levels, verdict.Decision.ToString()))],
                },
            ];
    }

    /// <param name="measured">Of a run of disk.mark.</param>
    public static DiskReport Of(MeasuredLevels measured)
    {
        var levels = measured.Levels.Where(level => level.MedianOf(OperationMetrics.ByteRate) is not null).ToArray();
        return new(
            [.. levels.Select(ScoreOf)],
            [.. levels.GroupBy(level => LevelColumns.Without(level.Levels, Test))
                .Select(same => VerdictOf(same.Key, [.. same.Select(RateOf)])).OfType<DiskVerdict>()]);
    }

    private static DiskScore ScoreOf(MeasuredLevel level)
    {
        var rates = level.ValuesOf(OperationMetrics.ByteRate);
        return new(
            level.Levels,
            rates.Max() / 1e6,
            level.MedianOf(OperationMetrics.ByteRate)!.Value / 1e6,
            [.. rates.Select(rate => rate / 1e6)],
            level.Counted.Min(pass => pass.Operations?.Latency.MeanNanoseconds));
    }

    private static DiskVerdict? VerdictOf(string levels, DiskRate[] rates) =>
        DiskCapDecision.Of(rates) is { } decision ? new(JsonNode.Parse(levels)!.AsObject(), decision) : null;

    /// <summary>The median of the passes, and the most that the processors had to do in one: a machine that was busy in one pass may have
    /// been the limit of the median too.</summary>
    private static DiskRate RateOf(MeasuredLevel level)
    {
        var shape = DiskTestShape.Of(((DiskMarkOptions)level.Options!).Test);
        return new(shape.BlockBytes, shape.Clients, level.MedianOf(OperationMetrics.ByteRate)!.Value, level.Counted.Max(BusyShare));
    }

    private static double? BusyShare(PointResult result) =>
        result.Generator is { } generator ? Math.Max(generator.ProcessorShare, generator.MachineBusyShare ?? 0) : null;

    private static IReadOnlyList<SectionCell> RowOf(LevelColumns names, DiskScore score) =>
    [
        .. names.CellsOf(names.Varying, score.Levels),
        new(NumberFormat.Significant(score.Best), score.Best),
        new(NumberFormat.Significant(score.Median), score.Median),
        score.LatencyNanoseconds is { } latency ? new(NumberFormat.Milliseconds(latency), latency / 1e6) : new("-"),
        new(string.Join(", ", score.Passes.Select(NumberFormat.Significant))),
    ];
}
