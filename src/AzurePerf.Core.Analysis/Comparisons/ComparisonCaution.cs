using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Comparisons;

/// <summary>What a reader must know before believing the verdicts of a comparison. Tool, API and portal say the same.</summary>
public static class ComparisonCaution
{
    /// <summary>Stands wherever two runs did not take turns.</summary>
    public const string OneAfterTheOther =
        "the runs were measured one after the other: a change of the environment between them looks like a difference, so no verdict is "
            + "sure; `azureperf compare --noise-floor` measures how great it is";

    /// <summary>Stands where the times of measurement of a run are not known.</summary>
    public const string OrderUnknown =
        "whether the runs took turns or were measured one after the other is not known: a change of the environment between them would "
            + "look like a difference, so no verdict is sure";

    /// <summary>Said where no change of any size could have been called, as a sentence without a full stop; else empty.</summary>
    /// <param name="comparable">The pairs that could be compared.</param>
    public static IReadOnlyList<string> OfPower(IReadOnlyList<PointPair> comparable) => SweepAdjustment.CanCallNothing(comparable)
        ? [$"no change of any size can be called: the {NumberFormat.Count(comparable.Count)} configurations rest on different repetitions, "
            + $"and with so few of them Holm's correction leaves no probability below "
            + $"{NumberFormat.Percent(ComparisonRule.Significance)}; measure more repetitions"]
        : [];

    /// <summary>Sentences without a full stop; empty when there is nothing to say.</summary>
    /// <param name="pairs">All that both runs have.</param>
    /// <param name="dependence">Of their repetitions.</param>
    public static IReadOnlyList<string> Of(IReadOnlyList<PointPair> pairs, RepetitionDependence? dependence)
    {
        ArgumentNullException.ThrowIfNull(pairs);
        var interleaved = PointPair.AreInterleaved(pairs);
        var drifting = pairs.Count(pair => pair.Drifts);
        return
        [
            .. interleaved == false ? [OneAfterTheOther]
                : interleaved is null && pairs.Count > 0 ? [OrderUnknown]
                : Array.Empty<string>(),
            .. drifting == 0
                ? Array.Empty<string>()
                : [$"the repetitions of {NumberFormat.Count(drifting)} of {NumberFormat.Counted(pairs.Count, "configuration")} seem to "
                    + "rise or fall: where a run's own level was not steady while it was measured, its interval tells little"],
            .. dependence is { Depends: true } ? [dependence.Caution] : Array.Empty<string>(),
        ];
    }
}
