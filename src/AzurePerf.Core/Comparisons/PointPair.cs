namespace AzurePerf.Core.Comparisons;

/// <summary>The same point of two runs.</summary>
/// <param name="First">What the second one is held against.</param>
/// <param name="Second">Of the same levels.</param>
public sealed record PointPair(ComparedPoint First, ComparedPoint Second)
{
    /// <summary>Everything that forbids to compare them, in the order of <see cref="ComparisonObstacle"/>; empty when they may be.</summary>
    public IReadOnlyList<ComparisonObstacle> Obstacles(ComparisonRule rule)
    {
        ArgumentNullException.ThrowIfNull(rule);
        return
        [
            .. First.Setting.DifferencesFrom(Second.Setting).Where(difference => !rule.OnPurpose.Contains(difference)),
            .. Part(First.IsGeneratorBound || Second.IsGeneratorBound, ComparisonObstacle.GeneratorBound),
            .. Part(Math.Min(First.Values.Count, Second.Values.Count) < ComparisonRule.MinimumRepetitions, ComparisonObstacle.TooFewRepetitions),
            .. Part(First.Values.Concat(Second.Values).Any(value => !(value > 0 && double.IsFinite(value))), ComparisonObstacle.ValueNotPositive),
        ];
    }

    private static IEnumerable<ComparisonObstacle> Part(bool present, ComparisonObstacle obstacle) => present ? [obstacle] : [];
}
