using AzurePerf.Core.Comparisons;

namespace AzurePerf.Core.Api;

/// <summary>Settings that differ, and without which configurations could be compared.</summary>
/// <param name="Words">What must be allowed, of <see cref="ComparisonAspects.Words"/>.</param>
/// <param name="Differences">What differs, a phrase each: "other fixed parameters (sink none against file)".</param>
public sealed record AllowedDifferences(IReadOnlyList<string> Words, IReadOnlyList<string> Differences)
{
    /// <summary>Null where nothing would be gained: all is compared, or something else than a setting is in the way everywhere.</summary>
    /// <param name="comparisons">With what is allowed already.</param>
    public static AllowedDifferences? Of(IEnumerable<ComparisonResponse> comparisons)
    {
        ArgumentNullException.ThrowIfNull(comparisons);
        var gained = comparisons.SelectMany(comparison => comparison.Points)
            .Where(point => point.Obstacles.Count > 0
                && point.Obstacles.All(obstacle => ComparisonAspects.SettingOf(obstacle) is not null))
            .SelectMany(point => point.Obstacles,
                (point, obstacle) => (Word: ComparisonAspects.SettingOf(obstacle)!, Text: ComparisonText.Obstacle(obstacle, point)))
            .ToArray();
        return gained.Length == 0
            ? null
            : new([.. gained.Select(one => one.Word).Distinct()], [.. gained.Select(one => one.Text).Distinct()]);
    }
}
