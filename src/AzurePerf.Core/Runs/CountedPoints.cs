namespace AzurePerf.Core.Runs;

/// <summary>Which repetitions of one combination of levels a figure over all of them rests on.</summary>
public static class CountedPoints
{
    /// <summary>Those of <see cref="ConclusivePoints"/>; where there is none of them, all that were measured, so that something is shown, with its flags.</summary>
    public static IReadOnlyList<PointRecord> Of(IReadOnlyList<PointRecord> repetitions)
    {
        ArgumentNullException.ThrowIfNull(repetitions);
        PointRecord[] conclusive = [.. repetitions.Where(ConclusivePoints.Contains)];
        return conclusive.Length > 0 ? conclusive : [.. repetitions.Where(point => point is { Status: PointStatus.Measured, Summary: not null })];
    }
}
