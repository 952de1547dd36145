using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Comparisons;

/// <summary>How much a verdict can be relied on.</summary>
public enum Confidence
{
    /// <summary>Repeat the measurement before you act.</summary>
    Low,

    /// <summary>Nothing contradicts it, and something that would make it sure is missing.</summary>
    Medium,

    /// <summary>The runs took turns, and nothing that was looked for speaks against it.</summary>
    High,
}

/// <summary>What decides how sure the verdict of one configuration is.</summary>
/// <param name="Verdict">The conclusion.</param>
/// <param name="TookTurns">Whether the runs were measured in turns; null where that is not known.</param>
/// <param name="Repetitions">That count, of the side that has fewer.</param>
/// <param name="Drifts">True when the repetitions of a side rise or fall.</param>
/// <param name="IsEmulator">True when a side measured an emulator.</param>
/// <param name="Change">How far the ratio is from 1, as a share: 0.25 for 1.25 and for 1 / 1.25. Null where there is none.</param>
/// <param name="NoiseFloor">Of both sides, as a share: see <see cref="FloorOf"/>.</param>
/// <param name="Probability">Corrected for the number of configurations; null where there is none.</param>
/// <param name="Caution">The first caution of the comparison; empty without one.</param>
public sealed record ConfidenceFacts(
    ComparisonVerdict Verdict, bool? TookTurns, int Repetitions, bool Drifts, bool IsEmulator, double? Change, double? NoiseFloor,
    double? Probability, string Caution)
{
    /// <summary>How far a ratio is from 1.</summary>
    public static double? ChangeOf(double? ratio) => ratio is { } value ? Math.Max(value, 1 / value) - 1 : null;

    /// <summary>The larger noise floor of both sides. If only one side has one, it is used for changes below twice that floor; for larger
    /// changes the floor is unknown (null), because that of the other side may be larger.</summary>
    public static double? FloorOf(double? baseline, double? candidate, double? ratio) => (baseline, candidate) switch
    {
        ({ } one, { } other) => Math.Max(one, other),
        _ when (baseline ?? candidate) is { } known && ChangeOf(ratio) < 2 * known => known,
        _ => null,
    };
}

/// <summary>How sure a verdict is, and the reason that weighs most, as a clause without a full stop.</summary>
/// <remarks>The list that this follows is in docs/comparing.md, "How sure".</remarks>
public sealed record ComparisonConfidence(Confidence Level, string Reason)
{
    /// <summary>With fewer repetitions a verdict is never more than low.</summary>
    public const int FewestRepetitions = 10;

    /// <summary>The greatest corrected probability of a change that is sure.</summary>
    public const double GreatestProbability = 0.01;

    private const string OneAfterTheOther = "the runs did not take turns";

    /// <summary>By the table: the first line that applies decides.</summary>
    public static ComparisonConfidence Of(ConfidenceFacts facts)
    {
        ArgumentNullException.ThrowIfNull(facts);
        var isChange = facts.Verdict is ComparisonVerdict.Improved or ComparisonVerdict.Regressed;
        return facts switch
        {
            { Verdict: ComparisonVerdict.NotComparable } => new(Confidence.Low, "the runs cannot be compared here"),
            { Verdict: ComparisonVerdict.Undecided } => new(Confidence.Low, "the repetitions show neither a change nor that there is none"),
            { Repetitions: < FewestRepetitions } => new(Confidence.Low,
                $"a run has {NumberFormat.Count(facts.Repetitions)} of the {FewestRepetitions} repetitions needed"),
            { Drifts: true } => new(Confidence.Low, "a run was still changing while it was measured"),
            { TookTurns: not true } when IsWithinTwiceTheNoise(facts) => new(Confidence.Low, facts.NoiseFloor is { } floor
                ? isChange && facts.Change < floor
                    ? $"the change is within the noise: halves of one run differ by up to {NumberFormat.Percent(floor)}"
                    : $"{OneAfterTheOther}, and halves of one run differ by up to {NumberFormat.Percent(floor)}"
                : $"{OneAfterTheOther}, and a run's own noise is not known"),
            { IsEmulator: true } => new(Confidence.Low, "an emulator was measured, not a cloud"),
            { TookTurns: not true } => new(Confidence.Medium, OneAfterTheOther),
            { Caution.Length: > 0 } => new(Confidence.Medium, facts.Caution),
            { Probability: > GreatestProbability } when isChange => new(Confidence.Medium,
                $"the corrected p is above {NumberFormat.Percent(GreatestProbability)}"),
            _ => new(Confidence.High, "the runs took turns and nothing speaks against it"),
        };
    }

    private static bool IsWithinTwiceTheNoise(ConfidenceFacts facts) =>
        facts.Change is not { } change || facts.NoiseFloor is not { } floor || change < 2 * floor;
}
