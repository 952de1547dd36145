using AzurePerf.Cli.Output;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Reports.Disks;
using AzurePerf.Core.Runs;

namespace AzurePerf.Cli.Runs;

/// <summary>Scores of a disk's tests, and below them what limited the disk.</summary>
internal static class DiskTable
{
    public static TextTable Build(RunSpec spec, IReadOnlyList<DiskScore> scores)
    {
        var factors = FactorText.Varying(spec);
        var table = new TextTable([
            .. factors.Select(name => new TextColumn(FactorText.Heading(name), FactorText.IsNumber(spec.Experiment, name))),
            new("best\nMB/s", RightAligned: true), new("median\nMB/s", RightAligned: true), new("mean\nms", RightAligned: true),
            new("passes\nMB/s")]);
        foreach (var score in scores)
        {
            table.Add([
                .. factors.Select(name => FactorText.Value(spec.Experiment, name, score.Levels[name])),
                NumberFormat.Significant(score.Best), NumberFormat.Significant(score.Median),
                score.LatencyNanoseconds is { } latency ? NumberFormat.Milliseconds(latency) : "-", DiskText.Passes(score)]);
        }

        return table;
    }

    /// <summary>"direction read: IOPS-capped: ...", one line each.</summary>
    public static IEnumerable<string> Verdicts(RunSpec spec, IEnumerable<DiskVerdict> verdicts) => verdicts.Select(verdict =>
    {
        var levels = FactorText.Join(spec.Experiment, verdict.Levels.Where(level => FactorText.Varying(spec).Contains(level.Key)));
        return (levels.Length == 0 ? "" : levels + ": ") + DiskText.Of(verdict);
    });
}
