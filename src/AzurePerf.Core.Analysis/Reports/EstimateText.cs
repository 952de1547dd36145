using AzurePerf.Core.Api;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>What a run would come to, in words. Portal and command line say it with these.</summary>
public static class EstimateText
{
    /// <summary>"12 points, 24,000 operations" or "200 tasks".</summary>
    public static string Work(RunEstimate estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        return estimate.Points > 0
            ? NumberFormat.Counted(estimate.Points, "point") + ", " + NumberFormat.Counted(estimate.Operations, "operation")
            : NumberFormat.Counted(estimate.Operations, "task");
    }

    /// <summary>", 1,840 MB at most; measures for up to 16 h 05 min, mostly less; set-up and cleaning up come on top": what follows the
    /// work.</summary>
    public static string Extent(RunEstimate estimate)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        var bytes = estimate.Bytes > 0 ? ", " + Bytes(estimate.Bytes) : "";
        return bytes + (estimate.IsBound ? " at most" : ", as far as points end by count")
            + $"; measures for up to {NumberFormat.Duration(estimate.Duration)}, mostly less; set-up and cleaning up come on top";
    }

    /// <summary>"up to 25 s, 640 MB, about 0.12 USD"; the cost is left out where it is not known.</summary>
    public static string Brief(RunEstimate estimate, CostEstimate cost)
    {
        ArgumentNullException.ThrowIfNull(estimate);
        ArgumentNullException.ThrowIfNull(cost);
        string[] parts =
        [
            "up to " + NumberFormat.Duration(estimate.Duration),
            estimate.Bytes > 0 ? Bytes(estimate.Bytes) : "",
            estimate.Requests.Count > 0 && cost.Amount is { } amount ? $"about {NumberFormat.Significant(amount)} {cost.Currency}" : "",
        ];
        return string.Join(", ", parts.Where(part => part.Length > 0));
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
            : $"{(note.Length > 0 ? note : "no estimate")}, prices of {cost.PricesOf:O}";
    }
}
