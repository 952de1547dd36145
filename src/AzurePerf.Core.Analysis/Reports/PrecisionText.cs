using AzurePerf.Core.Measurements;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>In words how precisely a median is known, of the least precise of several repetitions.</summary>
public static class PrecisionText
{
    private const int FewestBlocks = 6;

    /// <summary>"median known to 0.80 %", or "median known to 3.10 % where 1 % was asked for: at least 12,000 operations are
    /// needed".</summary>
    /// <param name="precisions">At least one.</param>
    public static string Of(IReadOnlyCollection<PrecisionSummary> precisions)
    {
        ArgumentNullException.ThrowIfNull(precisions);
        var worst = precisions.MaxBy(precision => precision.ReachedPercent ?? double.PositiveInfinity)!;
        var known = worst.ReachedPercent is { } reached ? $"median known to {NumberFormat.Significant(reached)} %"
            : "median not known to any precision, because " + (worst.Blocks < FewestBlocks
                ? "fewer than 6 blocks of time were measured"
                : $"the {NumberFormat.Count(worst.Blocks)} blocks of time resemble the one before so much that they count as fewer than 6");
        return worst.OperationsAtLeast is { } operations
            ? $"{known}; for {NumberFormat.Significant(worst.TargetPercent)} % at least {NumberFormat.Count(operations)} operations are "
                + "needed"
            : known;
    }
}
