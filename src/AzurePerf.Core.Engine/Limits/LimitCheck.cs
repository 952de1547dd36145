using System.Globalization;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Limits;

/// <summary>Whether a run may begin: its charge, and what its owner was charged before on the same day, against the limits.</summary>
public static class LimitCheck
{
    /// <summary>A fault for each limit that the run exceeds, by the name of the limit; empty when it may begin.</summary>
    /// <param name="charge">Of the run.</param>
    /// <param name="before">Of the other runs that its owner submitted on the same day before it.</param>
    /// <param name="limits">What is allowed.</param>
    /// <param name="withoutCost">Why the charge has no cost and what to do, as a clause; not asked where it has one.</param>
    public static IReadOnlyList<SpecFault> Faults(RunCharge charge, RunCharge before, LimitOptions limits, string withoutCost)
    {
        var day = before + charge;
        return
        [
            .. Over(nameof(limits.OperationsPerRun), charge.Operations, limits.OperationsPerRun, Count),
            .. Over(nameof(limits.BytesPerRun), charge.Bytes, limits.BytesPerRun, Bytes),
            .. Over(nameof(limits.DurationPerRun), charge.Seconds, limits.DurationPerRun?.TotalSeconds, Time),
            .. WithoutEstimate(charge, limits, withoutCost),
            .. Over(nameof(limits.CostPerRun), charge.Cost, limits.CostPerRun, Cost),
            .. Over(nameof(limits.OperationsPerOwnerAndDay), day.Operations, limits.OperationsPerOwnerAndDay, Count),
            .. Over(nameof(limits.BytesPerOwnerAndDay), day.Bytes, limits.BytesPerOwnerAndDay, Bytes),
            .. Over(nameof(limits.DurationPerOwnerAndDay), day.Seconds, limits.DurationPerOwnerAndDay?.TotalSeconds, Time),
            .. Over(nameof(limits.CostPerOwnerAndDay), day.Cost, limits.CostPerOwnerAndDay, Cost),
        ];
    }

    /// <summary>What is left to a run in its course, as limits of a run: the less of its own limits and of what its owner's day has
    /// left.</summary>
    /// <param name="before">As of <see cref="Faults"/>.</param>
    /// <param name="limits">What is allowed.</param>
    public static LimitOptions Left(RunCharge before, LimitOptions limits)
    {
        var seconds = Least(limits.DurationPerRun?.TotalSeconds, limits.DurationPerOwnerAndDay?.TotalSeconds - before.Seconds);
        return new()
        {
            OperationsPerRun = (long?)Least(limits.OperationsPerRun, limits.OperationsPerOwnerAndDay - before.Operations),
            BytesPerRun = (long?)Least(limits.BytesPerRun, limits.BytesPerOwnerAndDay - before.Bytes),
            DurationPerRun = seconds is { } left ? TimeSpan.FromSeconds(left) : null,
        };
    }

    /// <summary>A fault for each limit of open runs that one more would exceed.</summary>
    /// <param name="open">Runs that have not ended, without the new one.</param>
    /// <param name="own">Those of them that are of its owner.</param>
    /// <param name="limits">What is allowed.</param>
    public static IReadOnlyList<SpecFault> OpenFaults(int open, int own, LimitOptions limits) =>
    [
        .. TooMany(nameof(limits.OpenRunsPerOwner), own, limits.OpenRunsPerOwner,
            "of your runs have not ended, and the operator allows each owner"),
        .. TooMany(nameof(limits.OpenRuns), open, limits.OpenRuns, "runs have not ended, and the operator allows"),
    ];

    private static IEnumerable<SpecFault> TooMany(string limit, int open, int? allowed, string text)
    {
        if (open >= allowed)
        {
            yield return new(
                $"{LimitOptions.Section}:{limit}",
                string.Create(CultureInfo.InvariantCulture,
                    $"{open:#,0} {text} {allowed:#,0} at once; submit it again when some have ended, or cancel some"));
        }
    }

    private static double? Least(double? ofRun, double? ofDay) =>
        ofRun is { } run && ofDay is { } day ? Math.Max(0, Math.Min(run, day)) : ofRun ?? (ofDay is { } alone ? Math.Max(0, alone) : null);

    /// <summary>A limit of cost that a made-up region gets around would be none.</summary>
    private static IEnumerable<SpecFault> WithoutEstimate(RunCharge charge, LimitOptions limits, string why)
    {
        if (charge.Cost is null && (limits.CostPerRun ?? limits.CostPerOwnerAndDay) is not null)
        {
            yield return new(
                $"{LimitOptions.Section}:{(limits.CostPerRun is null ? nameof(limits.CostPerOwnerAndDay) : nameof(limits.CostPerRun))}",
                $"what the run would cost cannot be estimated, and the operator limits it: {why}");
        }
    }

    private static IEnumerable<SpecFault> Over(string limit, double? asked, double? allowed, Func<double, string> text)
    {
        if (asked > allowed)
        {
            var ofDay = limit.EndsWith("Day", StringComparison.Ordinal);
            yield return new(
                $"{LimitOptions.Section}:{limit}",
                $"{(ofDay ? "with what you submitted today the run would come to" : "the run would come to")} {text(asked.Value)}, and "
                + $"the operator allows {text(allowed.Value)}"
                + (ofDay ? " a day (UTC)" : "")
                + "; ask for fewer levels, repetitions or operations");
        }
    }

    private static string Count(double value) => NumberFormat.Counted((long)value, "operation");

    private static string Bytes(double value) => string.Create(CultureInfo.InvariantCulture, $"{value:#,0} B");

    private static string Time(double value) => string.Create(CultureInfo.InvariantCulture, $"{value:#,0.#} s");

    /// <summary>With as many digits as tell two costs of few requests apart.</summary>
    private static string Cost(double value) => string.Create(CultureInfo.InvariantCulture, $"{value:#,0.00#######}");
}
