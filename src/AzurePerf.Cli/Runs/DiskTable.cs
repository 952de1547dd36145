using AzurePerf.Cli.Output;
using AzurePerf.Core.Results.Disks;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>Scores of a disk's tests, and below them what limited the disk.</summary>
internal static class DiskTable
{
    public static TextTable Build(FactorText text, RunSpec spec, IReadOnlyList<DiskScore> scores)
    {
        var factors = text.Varying(spec);
        var table = new TextTable([
            .. text.Columns(factors),
            new("best\nMB/s", RightAligned: true), new("median\nMB/s", RightAligned: true), new("mean\nms", RightAligned: true),
            new("passes\nMB/s")]);
        foreach (var score in scores)
        {
            table.Add([
                .. text.Cells(factors, score.Levels),
                NumberFormat.Significant(score.Best), NumberFormat.Significant(score.Median),
                score.LatencyNanoseconds is { } latency ? NumberFormat.Milliseconds(latency) : "-", DiskText.Passes(score)]);
        }

        return table;
    }

    /// <summary>"direction read: IOPS-capped: ...", one line each.</summary>
    public static IEnumerable<string> Verdicts(FactorText text, RunSpec spec, IEnumerable<DiskVerdict> verdicts) =>
        verdicts.Select(verdict =>
    {
        var levels = text.Join(verdict.Levels.Where(level => text.Varying(spec).Contains(level.Key)));
        return (levels.Length == 0 ? "" : levels + ": ") + DiskText.Of(verdict);
    });
}
