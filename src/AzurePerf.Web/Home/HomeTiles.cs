using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Web.Home;

/// <summary>The numbers at the top of the first page.</summary>
internal static class HomeTiles
{
    /// <summary>Runs that ended this long ago are no news.</summary>
    public static TimeSpan News { get; } = TimeSpan.FromDays(7);

    /// <param name="runs">The newest, as the list of runs has them, newest first.</param>
    /// <param name="isAll">False when there are older ones that were not read.</param>
    /// <param name="open">Those in progress, also older ones.</param>
    /// <param name="workers">How many are heard from, and how many are silent.</param>
    /// <param name="baselines">With the runs that stand to them; those of sample data do not count.</param>
    /// <param name="now">The time of the reader.</param>
    public static IReadOnlyList<RunTile> Of(
        IReadOnlyList<RunListItem> runs, bool isAll, IReadOnlyList<RunListItem> open, (int Heard, int Silent) workers,
        IReadOnlyList<BaselineResponse> baselines, DateTimeOffset now)
    {
        // A run that has begun may wait again, for workers or for its target: then it has a reason.
        var running = open.Count(run => run.Status is RunStatus.Running or RunStatus.Cancelling && !run.Status.Waits(run.Reason));
        var waiting = open.Count(run => run.Status == RunStatus.Accepted || run.Status.Waits(run.Reason));
        return
        [
            new("Running", NumberFormat.Count(running), waiting == 0 ? "none waiting" : $"{NumberFormat.Count(waiting)} waiting"),
            new("Workers", NumberFormat.Count(workers.Heard),
                workers.Silent > 0 ? $"{NumberFormat.Count(workers.Silent)} silent"
                    : workers.Heard == 0 ? "a run waits until one starts" : "all heard from")
            {
                IsBad = workers.Silent > 0,
            },
            SlowerOf([.. baselines.Where(baseline => baseline is { Sample: false, Latest: not null })]),
            FailedOf(runs, isAll, now),
        ];
    }

    private static RunTile SlowerOf(IReadOnlyList<BaselineResponse> watched)
    {
        var slower = watched.Count(baseline => baseline.Latest!.Verdict == ComparisonVerdict.Regressed);
        return new("Slower than baseline", watched.Count == 0 ? "-" : NumberFormat.Count(slower),
            watched.Count == 0 ? "nothing to compare yet" : $"of {NumberFormat.Count(watched.Count)} watched")
        {
            IsBad = slower > 0,
        };
    }

    private static RunTile FailedOf(IReadOnlyList<RunListItem> runs, bool isAll, DateTimeOffset now)
    {
        RunListItem[] ended = [.. runs.Where(run => !run.Sample && run.Status.IsTerminal() && run.SubmittedAt >= now - News)];
        var reachesBack = isAll || (runs.Count > 0 && runs[^1].SubmittedAt < now - News);
        var failed = ended.Count(run => run.Status is RunStatus.Failed or RunStatus.CompletedWithErrors);
        return new(
            reachesBack ? "Failed, last 7 days" : $"Failed, newest {NumberFormat.Count(runs.Count)} runs",
            NumberFormat.Count(failed),
            $"of {NumberFormat.Counted(ended.Length, "run")} ended")
        {
            IsBad = failed > 0,
        };
    }
}
