using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Limits;

/// <summary>What a person holds of the quotas.</summary>
/// <param name="Bytes">Of products that are still kept.</param>
/// <param name="Tasks">Under way.</param>
/// <param name="CoreSeconds">Of the calendar month (UTC).</param>
/// <param name="BytesFallAt">When the first of the bytes cease to count; null where none do by themselves.</param>
public sealed record QuotaHeld(long Bytes, long Tasks, double CoreSeconds, DateTimeOffset? BytesFallAt)
{
    /// <summary>Adds up the runs of one person. A run that stands in the index twice counts once.</summary>
    /// <param name="runs">The runs, in any order.</param>
    /// <param name="now">The time.</param>
    /// <param name="keptFor">How long after its end the products of a run count.</param>
    public static QuotaHeld Of(IEnumerable<HeldUse> runs, DateTimeOffset now, TimeSpan keptFor)
    {
        var held = runs.GroupBy(run => run.RunId).Select(same => same.MaxBy(run => run.Use.CoreSeconds)!).ToArray();
        var kept = held.Where(run => run.EndedAt is not { } ended || now - ended < keptFor).ToArray();
        return new(
            kept.Sum(run => run.Use.Bytes),
            held.Where(run => run.EndedAt is null).Sum(run => run.Use.Tasks),
            held.Where(run => RunIndexKey.MonthOf(run.SubmittedAt) == RunIndexKey.MonthOf(now)).Sum(run => run.Use.CoreSeconds),
            kept.Where(run => run.Use.Bytes > 0 && run.EndedAt is not null).Min(run => run.EndedAt + keptFor));
    }
}

/// <summary>What one run of a person counts.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Use">What it counts.</param>
/// <param name="SubmittedAt">When it was submitted: its core hours count in that month.</param>
/// <param name="EndedAt">When it ended; null while it has not.</param>
public sealed record HeldUse(string RunId, RunUse Use, DateTimeOffset SubmittedAt, DateTimeOffset? EndedAt);
