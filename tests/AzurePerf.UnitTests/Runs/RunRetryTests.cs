using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.TaskManager;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class RunRetryTests
{
    [Fact]
    public void A_plan_of_some_points_has_the_very_points_of_the_whole_plan() => SeededProperty.Holds(
        Gen.Select(Gen.Int[1, 255], Gen.Int[0, 1_000_000], (chosen, seed) => (chosen, seed)),
        asked =>
        {
            var spec = SampleSpecs.Of($$"""{ "experiment": "table.query", "repetitions": 2, "seed": {{asked.seed}}, "parameters": { "entityBytes": [1024, 4096], "datasetEntities": 500, "clients": [1, 4] } }""");
            var definition = Shipped.Experiments.Find(spec.Experiment)!;
            var whole = RunPlanner.Plan(definition, spec);
            int[] only = [.. Enumerable.Range(1, 8).Where(number => (asked.chosen & (1 << (number - 1))) != 0)];

            var part = RunPlanner.Plan(definition, RunRetry.Of(spec, only));

            return part.Points.Select(point => point.Number).SequenceEqual(Enumerable.Range(1, only.Length))
                && part.Points.Zip(only, (point, number) => Same(part, point, whole, whole.Points[number - 1])).All(same => same)
                && part.Datasets.Count == part.Points.Select(point => point.Dataset).Distinct().Count();
        });

    [Fact]
    public void What_was_measured_without_a_success_is_missing_like_what_failed_or_was_never_published()
    {
        var run = new RunState
        {
            RunId = "run",
            Spec = SampleSpecs.Downloads(),
            Owner = "ann",
            BodyHash = "",
            IndexKey = RunIndexKey.For("run", default),
            Status = RunStatus.CompletedWithErrors,
            SubmittedAt = default,
            Points = 5,
        };
        PointRecord[] published =
        [
            Published(1, PointStatus.Measured, SampleSummary.Of(1)),
            Published(2, PointStatus.Measured, SampleSummary.Of(1).With(operations => operations with { Outcomes = new() { [OperationOutcome.ClientTimeout] = 20 } })),
            Published(3, PointStatus.Failed, null),
            Published(4, PointStatus.Reused, null),
        ];

        Assert.Equal([2, 3, 5], RunRetry.Missing(run, published));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(5)]
    public void Points_that_the_plan_does_not_have_are_refused(int number)
    {
        var spec = SampleSpecs.Of("""{ "experiment": "queue.add", "repetitions": 2, "parameters": { "clients": [1, 4] } }""") with { Only = [number] };

        Assert.Throws<InvalidDataException>(() => RunPlanner.Plan(Shipped.Experiments.Find(spec.Experiment)!, spec));
    }

    private static PointRecord Published(int number, PointStatus status, PointResult? result) =>
        new() { Number = number, Repetition = 1, Levels = [], Status = status, Attempt = 1, Result = result };

    private static bool Same(RunPlan part, PlannedPoint point, RunPlan whole, PlannedPoint of) =>
        point.Repetition == of.Repetition
        && point.Levels.ToJsonString() == of.Levels.ToJsonString()
        && part.Datasets[point.Dataset!.Value]["entityBytes"]!.ToJsonString() == whole.Datasets[of.Dataset!.Value]["entityBytes"]!.ToJsonString();
}
