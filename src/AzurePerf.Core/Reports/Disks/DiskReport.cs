using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Reports.Disks;

/// <summary>What a run of disk.mark says beside its points, from those that are <see cref="ConclusivePoints"/>.</summary>
/// <param name="Scores">One per combination of levels, in the order in which the run lists them.</param>
/// <param name="Verdicts">One per combination of the levels but the test, where the tests tell it.</param>
public sealed record DiskReport(IReadOnlyList<DiskScore> Scores, IReadOnlyList<DiskVerdict> Verdicts)
{
    private const string Test = "test";

    /// <summary>Null for any other experiment, and before the first point.</summary>
    /// <param name="spec">Of the run.</param>
    /// <param name="points">In the order in which the run lists their levels.</param>
    public static DiskReport? Of(RunSpec spec, IEnumerable<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(spec);
        if (spec.Experiment != DiskMarkOptions.Definition.Id)
        {
            return null;
        }

        var scores = points.Where(ConclusivePoints.Contains).GroupBy(point => point.Levels.ToJsonString()).Select(ScoreOf).ToArray();
        var verdicts = scores.GroupBy(WithoutTest).Select(same => VerdictOf(spec, same.Key, [.. same])).OfType<DiskVerdict>().ToArray();
        return scores.Length == 0 ? null : new(scores, verdicts);
    }

    private static DiskScore ScoreOf(IEnumerable<PointRecord> points)
    {
        var passes = points.OrderBy(point => point.Repetition).ToArray();
        var rates = passes.Select(pass => MegabytesPerSecond(pass.Summary!)).ToArray();
        var sorted = rates.Order().ToArray();
        return new(
            passes[0].Levels,
            sorted[^1],
            Statistics.Sample.QuantileOfSorted(sorted, 0.5),
            rates,
            passes.Min(pass => pass.Summary!.Latency.MeanNanoseconds));
    }

    private static double MegabytesPerSecond(PointSummary summary) => summary.BytesPerSecond.SumOfClientMeans / 1e6;

    private static string WithoutTest(DiskScore score)
    {
        var others = score.Levels.DeepClone().AsObject();
        others.Remove(Test);
        return others.ToJsonString();
    }

    private static DiskVerdict? VerdictOf(RunSpec spec, string levels, DiskScore[] scores)
    {
        var decision = DiskCapDecision.Of([.. scores.Select(score => RateOf(spec, score))]);
        return decision is null ? null : new(JsonNode.Parse(levels)!.AsObject(), decision.Cap, decision.Text);
    }

    private static DiskRate RateOf(RunSpec spec, DiskScore score)
    {
        var shape = DiskTestShape.Of(((DiskMarkOptions)RunPlanner.Bind(DiskMarkOptions.Definition, spec, score.Levels)).Test);
        return new(shape.BlockBytes, shape.Clients, score.Median * 1e6);
    }
}
