using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Comparisons;

/// <summary>When the repetitions of one combination were measured.</summary>
/// <param name="From">When the first of them was taken.</param>
/// <param name="To">When the last of them had ended.</param>
public readonly record struct MeasuredSpan(DateTimeOffset From, DateTimeOffset To)
{
    /// <summary>The share of the shorter span that both must have in common.</summary>
    private const double Common = 0.5;

    /// <summary>Null where a time is not known, or there are no points.</summary>
    public static MeasuredSpan? Of(IReadOnlyCollection<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(points);
        return points.Count > 0 && points.All(point => point is { ClaimedAt: not null, EndedAt: not null })
            ? new(points.Min(point => point.ClaimedAt!.Value), points.Max(point => point.EndedAt!.Value))
            : null;
    }

    /// <summary>True when both were measured in turns, so that what changed around them meanwhile fell on both; false when one after the
    /// other.</summary>
    public bool TakesTurnsWith(MeasuredSpan other)
    {
        var together = (To < other.To ? To : other.To) - (From > other.From ? From : other.From);
        var shorter = To - From < other.To - other.From ? To - From : other.To - other.From;
        return together > shorter * Common;
    }
}
