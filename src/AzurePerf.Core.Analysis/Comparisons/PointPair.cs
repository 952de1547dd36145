using AzurePerf.Core.Results;

namespace AzurePerf.Core.Comparisons;

/// <summary>The same point of two runs.</summary>
/// <param name="First">What the second one is compared with.</param>
/// <param name="Second">Of the same levels.</param>
public sealed record PointPair(ComparedPoint First, ComparedPoint Second)
{
    /// <summary>Whether both sides were measured in turns; null where the times are not known.</summary>
    public bool? Interleaved => First.Span is { } first && Second.Span is { } second ? first.TakesTurnsWith(second) : null;

    /// <summary>Whether two runs were measured in turns: false as soon as one pair was measured one after the other, null where that is not
    /// known. A pair of which a side is too short for a verdict tells nothing of it, unless all are.</summary>
    /// <param name="pairs">All that both have.</param>
    internal static bool? AreInterleaved(IReadOnlyList<PointPair> pairs)
    {
        PointPair[] telling = [.. pairs.Where(pair => !pair.First.IsShort && !pair.Second.IsShort)];
        if (telling.Length == 0)
        {
            telling = [.. pairs.Where(pair => pair.First.Values.Count > 0 && pair.Second.Values.Count > 0)];
        }

        return telling.Any(pair => pair.Interleaved == false) ? false
            : telling.Length > 0 && telling.All(pair => pair.Interleaved == true) ? true
            : null;
    }

    /// <summary>True where the repetitions of a side seem to rise or fall.</summary>
    public bool Drifts => First.Drift is { Drifts: true } || Second.Drift is { Drifts: true };

    /// <summary>True where their shares of failed operations differ credibly.</summary>
    internal bool FailOtherwise => OperationCounts.FailOtherwise(First.OperationsByRepetition, Second.OperationsByRepetition);

    /// <summary>Everything that forbids to compare them, in the order of <see cref="ComparisonObstacle"/>; empty when they may
    /// be.</summary>
    public IReadOnlyList<ComparisonObstacle> Obstacles(ComparisonRule rule)
    {
        ArgumentNullException.ThrowIfNull(rule);
        return
        [
            .. Differences().Where(difference => !rule.OnPurpose.Contains(difference)),
            .. Part(First.IsOfferedRate && Second.IsOfferedRate, ComparisonObstacle.OfferedRate),
            .. Part(LeavesTooFew(leftOut => leftOut.GeneratorBound), ComparisonObstacle.GeneratorBound),
            .. Part(LeavesTooFew(leftOut => leftOut.Overloaded), ComparisonObstacle.Overloaded),
            .. Part(LeavesTooFew(leftOut => leftOut.DroppedStarts), ComparisonObstacle.DroppedStarts),
            .. Part(LeavesTooFew(leftOut => leftOut.TooFewOperations), ComparisonObstacle.TooFewOperations),
            .. Part(LeavesTooFew(leftOut => leftOut.CacheSuspect), ComparisonObstacle.CacheSuspect),
            .. Part(LeavesTooFew(leftOut => leftOut.NoValue), ComparisonObstacle.NoValue),
            .. Part(Math.Min(First.Measured, Second.Measured) < ComparisonRule.MinimumRepetitions, ComparisonObstacle.TooFewRepetitions),
            .. Part(First.Values.Concat(Second.Values).Any(value => !(value > 0 && double.IsFinite(value))),
                ComparisonObstacle.ValueNotPositive),
        ];
    }

    private IEnumerable<ComparisonObstacle> Differences() =>
    [
        .. First.Setting.DifferencesFrom(Second.Setting, First.Measured > 0 && Second.Measured > 0),
        .. Part(
            !(First.IsSucceededShare && Second.IsSucceededShare) && FailOtherwise,
            ComparisonObstacle.OtherFailureShare),
        .. Part(Interleaved != true && (First.Drift is { IsCertain: true } || Second.Drift is { IsCertain: true }),
            ComparisonObstacle.RepetitionsDrift),
    ];

    private bool LeavesTooFew(Func<LeftOutRepetitions, int> reason) =>
        new[] { First, Second }.Any(side => side.IsShort && reason(side.LeftOut) > 0);

    private static IEnumerable<ComparisonObstacle> Part(bool present, ComparisonObstacle obstacle) => present ? [obstacle] : [];
}
