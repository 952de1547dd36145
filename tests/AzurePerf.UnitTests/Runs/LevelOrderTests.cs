using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class LevelOrderTests
{
    private static readonly RunSpec Spec = SampleSpecs.Of(
        """{ "experiment": "queue.add", "repetitions": 3, "seed": 9, "parameters": { "queues": [2, 1], "clients": [1, 4, 16] } }""");

    [Fact]
    public void Points_measured_in_any_order_are_listed_as_their_spec_lists_the_levels()
    {
        var definition = Shipped.Experiments.Find(Spec.Experiment)!;
        var measured = RunPlanner.Plan(definition, Spec).Points.Select(planned => Point(planned.Number, planned.Levels)).ToArray();

        var listed = LevelOrder.Of(Spec, measured);

        Assert.Equal(
            RunPlanner.Combinations(definition, Spec).SelectMany(levels => Enumerable.Repeat(levels.ToJsonString(), 3)),
            listed.Select(point => point.Levels.ToJsonString()));
        Assert.All(listed.Chunk(3), same => Assert.Equal(same.OrderBy(point => point.Number), same));
    }

    [Fact]
    public void Levels_that_the_spec_does_not_list_come_last() =>
        Assert.True(LevelOrder.RankOf(Spec, Levels(3, 1)) > LevelOrder.RankOf(Spec, Levels(1, 16)));

    [Fact]
    public void A_level_is_the_same_however_its_number_was_read() =>
        Assert.Equal(LevelOrder.RankOf(Spec, Levels(1, 4)), LevelOrder.RankOf(Spec, JsonNode.Parse(Levels(1, 4).ToJsonString())!.AsObject()));

    private static JsonObject Levels(int queues, int clients) => new() { ["queues"] = queues, ["clients"] = clients };

    private static PointRecord Point(int number, JsonObject levels) =>
        new() { Number = number, Repetition = 1, Levels = levels, Status = PointStatus.Measured, Attempt = 1 };
}
