using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Results;

/// <summary>A ratio that an experiment publishes beside its points: the rates at two levels of one factor.</summary>
/// <param name="Experiment">Whose points.</param>
/// <param name="Factor">What differs between the two rates.</param>
/// <param name="Over">The level whose rate is divided.</param>
/// <param name="Under">The level whose rate it is divided by.</param>
/// <param name="Rate">The rate of one point.</param>
/// <param name="Caption">What a reader sees in it, in one sentence.</param>
public sealed record RatioRule(string Experiment, string Factor, string Over, string Under, Func<PointSummary, double> Rate, string Caption)
{
    /// <summary>Hill et al. 2010, table 2, and the writes of Kirsanov 2017 against its reads.</summary>
    private static readonly RatioRule[] All =
    [
        new(InsertRatioOptions.Definition.Id, "service", "blob", "table", summary => summary.OperationsPerSecond.SumOfClientMeans,
            "Inserts per second, blob divided by table: above 1 the blob is faster."),
        new(DiskMarkOptions.Definition.Id, "direction", "write", "read", summary => summary.BytesPerSecond.SumOfClientMeans,
            "Bytes per second, write divided by read: below 1 the disk reads faster."),
    ];

    /// <summary>What is divided by what: "blob/table".</summary>
    public string Name => $"{Over}/{Under}";

    /// <summary>Null for an experiment that publishes none.</summary>
    public static RatioRule? Of(string experiment) => Array.Find(All, rule => rule.Experiment == experiment);
}
