using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;

namespace AzurePerf.Core.Results.Disks;

/// <summary>What a run of disk.mark says beside its points, from the repetitions that count.</summary>
/// <param name="Scores">One per combination of levels, in the order in which the run lists them.</param>
/// <param name="Verdicts">One per combination of the levels but the test, where the tests tell it.</param>
public sealed record DiskReport(IReadOnlyList<DiskScore> Scores, IReadOnlyList<DiskVerdict> Verdicts)
{
    private const string Test = "test";

    /// <summary>Null for any other experiment, and before the first point.</summary>
    /// <param name="results">Of the run.</param>
    public static DiskReport? Of(LevelResults results)
    {
        ArgumentNullException.ThrowIfNull(results);
        if (results.Spec.Experiment != DiskMarkOptions.Definition.Id)
        {
            return null;
        }

        var tests = results.Levels.Where(level => level.IsConclusive)
            .Select(level => (Score: ScoreOf(level), Rate: RateOf(results.Spec, level))).ToArray();
        var verdicts = tests.GroupBy(test => WithoutTest(test.Score))
            .Select(same => VerdictOf(same.Key, [.. same.Select(test => test.Rate)])).OfType<DiskVerdict>().ToArray();
        return tests.Length == 0 ? null : new([.. tests.Select(test => test.Score)], verdicts);
    }

    private static DiskScore ScoreOf(LevelResult level)
    {
        var rates = level.Of(OperationMetrics.ByteRate);
        return new(
            level.Levels,
            rates.Values.Max() / 1e6,
            rates.Median!.Value / 1e6,
            [.. rates.Values.Select(rate => rate / 1e6)],
            level.Counted.Min(pass => pass.Summary?.Latency.MeanNanoseconds));
    }

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

    /// <summary>The median of the passes, and the most that the processors had to do in one: a machine that was busy in one pass may have
    /// been the limit of the median too.</summary>
    private static DiskRate RateOf(RunSpec spec, LevelResult level)
    {
        var shape = DiskTestShape.Of(((DiskMarkOptions)RunPlanner.Bind(DiskMarkOptions.Definition, spec, level.Levels)).Test);
        return new(shape.BlockBytes, shape.Clients, level.Of(OperationMetrics.ByteRate).Median!.Value,
            level.Counted.Max(pass => BusyShare(pass.Result!)));
    }

    private static double? BusyShare(PointResult result) =>
        result.Generator is { } generator ? Math.Max(generator.ProcessorShare, generator.MachineBusyShare ?? 0) : null;
}
