using AzurePerf.Core.Reports;

namespace AzurePerf.Core.Comparisons;

/// <summary>What a reader must know before believing the verdicts of a comparison. Tool, API and portal say the same.</summary>
public static class ComparisonCaution
{
    /// <summary>Stands wherever two runs did not take turns.</summary>
    public const string OneAfterTheOther =
        "the runs were measured one after the other: drift of the environment between them counts as a difference; `azureperf compare --noise-floor` measures it";

    /// <summary>Stands where the times of measurement of a run are not known.</summary>
    public const string OrderUnknown = "whether the runs took turns or were measured one after the other is not known: drift of the environment between them would count as a difference";

    /// <summary>Sentences without a full stop; empty when there is nothing to say.</summary>
    public static IReadOnlyList<string> Of(IReadOnlyList<PointPair> pairs)
    {
        ArgumentNullException.ThrowIfNull(pairs);
        var drifting = pairs.Count(pair => pair.First.Drift is { Drifts: true } || pair.Second.Drift is { Drifts: true });
        return
        [
            .. pairs.Any(pair => pair.TookTurns == false) ? [OneAfterTheOther]
                : pairs.Any(pair => pair.TookTurns is null) ? [OrderUnknown]
                : Array.Empty<string>(),
            .. drifting == 0
                ? Array.Empty<string>()
                : [$"the repetitions of {Figures.Count(drifting)} of {Figures.Counted(pairs.Count, "combination")} drift: each run's own level was not steady while it was measured"],
        ];
    }
}
