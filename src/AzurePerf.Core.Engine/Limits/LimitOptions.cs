using System.ComponentModel.DataAnnotations;

namespace AzurePerf.Core.Limits;

/// <summary>
/// What a run, and what all runs that one owner submits in a day (UTC), may come to, and how many may wait; section <c>Limits</c>. Web and
/// TaskManager must be told the same. A limit that is not set does not exist, but for those that have a default.
/// </summary>
public sealed class LimitOptions
{
    public const string Section = "Limits";

    /// <summary>Nothing is limited.</summary>
    public static LimitOptions None { get; } = new() { OpenRuns = null, OpenRunsPerOwner = null };

    /// <summary>Operations, warm-up included.</summary>
    /// <value>1 to 10^15.</value>
    [Range(1L, 1_000_000_000_000_000L)]
    public long? OperationsPerRun { get; init; }

    /// <summary>Payload bytes.</summary>
    /// <value>1 to 10^18.</value>
    [Range(1L, 1_000_000_000_000_000_000L)]
    public long? BytesPerRun { get; init; }

    /// <summary>From the begin of a run to its end.</summary>
    /// <value>1 s to 366 days.</value>
    [Range(typeof(TimeSpan), "00:00:01", "366.00:00:00")]
    public TimeSpan? DurationPerRun { get; init; }

    /// <summary>What its requests cost, in the currency of the price file.</summary>
    /// <value>0 to 10^9.</value>
    [Range(0, 1e9)]
    public double? CostPerRun { get; init; }

    /// <inheritdoc cref="OperationsPerRun"/>
    [Range(1L, 1_000_000_000_000_000L)]
    public long? OperationsPerOwnerAndDay { get; init; }

    /// <inheritdoc cref="BytesPerRun"/>
    [Range(1L, 1_000_000_000_000_000_000L)]
    public long? BytesPerOwnerAndDay { get; init; }

    /// <summary>The durations of all runs, added up.</summary>
    /// <value>1 s to 366 days.</value>
    [Range(typeof(TimeSpan), "00:00:01", "366.00:00:00")]
    public TimeSpan? DurationPerOwnerAndDay { get; init; }

    /// <inheritdoc cref="CostPerRun"/>
    [Range(0, 1e9)]
    public double? CostPerOwnerAndDay { get; init; }

    /// <summary>Runs of all owners that have not ended: they wait, or are under way.</summary>
    /// <value>1 to 100,000; 1,000 by default, null for any number.</value>
    [Range(1, 100_000)]
    public int? OpenRuns { get; init; } = 1_000;

    /// <summary>Runs of one owner that have not ended.</summary>
    /// <value>1 to 100,000; 100 by default, null for any number.</value>
    [Range(1, 100_000)]
    public int? OpenRunsPerOwner { get; init; } = 100;

    /// <summary>Quota of one owner: time in workers' slots, each of which counts as one core, of the runs of bags that were submitted in a
    /// calendar month (UTC).</summary>
    /// <value>0.001 to 10^9 hours; null for any number.</value>
    [Range(0.001, 1e9)]
    public double? CoreHoursPerOwnerAndMonth { get; init; }

    /// <summary>Quota of one owner: tasks of bags under way, those of waiting runs included.</summary>
    /// <value>1 to 10^9; null for any number.</value>
    [Range(1L, 1_000_000_000L)]
    public long? OpenTasksPerOwner { get; init; }

    /// <summary>Quota of one owner: bytes of products that the owner's runs stored.</summary>
    /// <value>1 to 10^18; null for any number.</value>
    [Range(1L, 1_000_000_000_000_000_000L)]
    public long? KeptBytesPerOwner { get; init; }

    /// <summary>How long after a run's end its products count as kept: give it the value of <c>TaskManager:ProductRetention</c>.</summary>
    /// <value>1 day to 10 years; 30 days by default.</value>
    [Range(typeof(TimeSpan), "1.00:00:00", "3650.00:00:00")]
    public TimeSpan ProductsCountFor { get; init; } = TimeSpan.FromDays(30);

    /// <summary>Path of the file with prices; the one that comes with AzurePerf when empty.</summary>
    public string PriceFile { get; init; } = "";

    /// <summary>True when what an owner submitted before must be known.</summary>
    public bool CountsDays =>
        OperationsPerOwnerAndDay is not null || BytesPerOwnerAndDay is not null || DurationPerOwnerAndDay is not null
            || CostPerOwnerAndDay is not null;

    /// <summary>True when there is a quota.</summary>
    public bool HasQuotas => CoreHoursPerOwnerAndMonth is not null || OpenTasksPerOwner is not null || KeptBytesPerOwner is not null;
}
