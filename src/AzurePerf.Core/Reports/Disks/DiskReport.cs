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

        var tests = points.Where(ConclusivePoints.Contains).GroupBy(point => point.Levels.ToJsonString()).Select(same => (Score: ScoreOf(same), Rate: RateOf(spec, [.. same]))).ToArray();
        var verdicts = tests.GroupBy(test => WithoutTest(test.Score)).Select(same => VerdictOf(same.Key, [.. same.Select(test => test.Rate)])).OfType<DiskVerdict>().ToArray();
        return tests.Length == 0 ? null : new([.. tests.Select(test => test.Score)], verdicts);
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

    private static DiskVerdict? VerdictOf(string levels, DiskRate[] rates)
    {
        var decision = DiskCapDecision.Of(rates);
        return decision is null ? null : new(JsonNode.Parse(levels)!.AsObject(), decision.Cap, decision.Text);
    }

    /// <summary>The median of the passes, and the most that the processors had to do in one: a machine that was busy in one pass may have been the limit of the median too.</summary>
    private static DiskRate RateOf(RunSpec spec, PointRecord[] passes)
    {
        var shape = DiskTestShape.Of(((DiskMarkOptions)RunPlanner.Bind(DiskMarkOptions.Definition, spec, passes[0].Levels)).Test);
        return new(shape.BlockBytes, shape.Clients, ScoreOf(passes).Median * 1e6, passes.Max(pass => BusyShare(pass.Summary!)));
    }

    private static double? BusyShare(PointSummary summary) =>
        summary.Generator is { } generator ? Math.Max(generator.ProcessorShare, generator.MachineBusyShare ?? 0) : null;
}
