using AzurePerf.Core.Api;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>What a run would come to, in words. Portal and command line say it with these.</summary>
public static class EstimateText
{
    /// <summary>"12 points, 24,000 operations", "12 points" or "200 tasks".</summary>
    public static string Work(RunEstimate estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        return estimate.Points > 0
            ? NumberFormat.Counted(estimate.Points, "point")
                + (estimate.Operations > 0 ? ", " + NumberFormat.Counted(estimate.Operations, "operation") : "")
            : NumberFormat.Counted(estimate.TasksAtMost ?? estimate.Operations, "task");
    }

    /// <summary>", 1,840 MB at most; about 25 s at most, set-up and cleaning up not counted; about 89 MB are loaded before": what follows
    /// the work.</summary>
    public static string Extent(RunEstimate estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        var bytes = estimate.Bytes > 0 ? ", " + Bytes(estimate.Bytes) : "";
        var extent = estimate switch
        {
            { IsBound: true } => bytes + " at most",
            { Points: > 0 } => bytes + ", as far as points end by count",
            { TasksAtMost: not null } => " at most" + (bytes.Length > 0 ? bytes + " at least" : ""),
            _ => bytes + " at least, because more are planned in its course",
        };
        return extent + $"; {Time(estimate)}, set-up and cleaning up not counted"
            + (estimate.DataBytes > 0 ? $"; about {Bytes(estimate.DataBytes)} are loaded before" : "");
    }

    /// <summary>"about 25 s at most, 640 MB, about 0.12 USD"; no cost where nothing is paid for.</summary>
    public static string Brief(RunEstimate estimate, CostEstimate cost)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        ArgumentNullException.ThrowIfNull(cost);
        string[] parts =
        [
            Time(estimate),
            estimate.Bytes > 0 ? Bytes(estimate.Bytes) : "",
            estimate.Requests.Count == 0 ? ""
                : cost.Amount is { } amount ? $"about {NumberFormat.Significant(amount)} {cost.Currency}" : "cost unknown",
        ];
        return string.Join(", ", parts.Where(part => part.Length > 0));
    }

    /// <summary>"about 25 s at most". The pace of a target is a guess, so more digits would promise too much. Of tasks that are planned
    /// later nobody may know.</summary>
    private static string Time(RunEstimate estimate)
    {
        var whose = estimate is { Points: 0, IsBound: false, DurationAtMost: null } ? "the first tasks " : "";
        var seconds = estimate.Longest.TotalSeconds;
        var step = seconds switch { < 10 => 1, < 60 => 5, < 600 => 30, < 7_200 => 300, _ => 1_800 };
        var rounded = TimeSpan.FromSeconds(Math.Ceiling(seconds / step) * step);
        return $"{whose}about "
            + $"{(seconds < 60 ? NumberFormat.Count((long)rounded.TotalSeconds) + " s" : NumberFormat.Duration(rounded))} at most";
    }

    /// <summary>In the decimal unit that leaves few digits.</summary>
    private static string Bytes(double bytes) => bytes switch
    {
        >= 1e12 => NumberFormat.Significant(bytes / 1e12) + " TB",
        >= 1e9 => NumberFormat.Significant(bytes / 1e9) + " GB",
        _ => NumberFormat.Megabytes(bytes) + " MB",
    };

    /// <summary>"about 0.12 USD, by prices of 2026-01-01 (...)"; empty where no account is measured.</summary>
    public static string Cost(EstimateResponse estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        if (estimate.Estimate.Requests.Count == 0)
        {
            return "";
        }

        var (cost, note) = (estimate.Cost, estimate.Cost.Note);
        return cost.Amount is { } amount
            ? $"about {NumberFormat.Significant(amount)} {cost.Currency}, by prices of "
                + $"{cost.PricesOf:O}{(note.Length > 0 ? $" ({note})" : "")}"
            : note.Length > 0 ? $"unknown ({note})" : "unknown";
    }
}
