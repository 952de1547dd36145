using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Runs;
using FsCheck.Fluent;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class RunPlannerTests
{
    [Fact]
    public void Every_combination_is_measured_once_before_any_is_measured_again()
    {
        var points = Plan("""{ "experiment": "queue.add", "repetitions": 2, "parameters": { "queues": [1, 2], "clients": [1, 4] } }""").Points;

        Assert.Equal(
            [
                (1, 1, 1L, 1L), (2, 1, 1, 4), (3, 1, 2, 1), (4, 1, 2, 4),
                (5, 2, 1, 1), (6, 2, 1, 4), (7, 2, 2, 1), (8, 2, 2, 4),
            ],
            points.Select(point => (point.Number, point.Repetition, (long)point.Levels["queues"]!, (long)point.Levels["clients"]!)));
    }

    [Fact]
    public void Points_that_read_the_same_data_share_a_dataset()
    {
        var plan = Plan("""
            { "experiment": "table.query", "repetitions": 2, "parameters": { "entityBytes": [1024, 4096], "datasetEntities": 500, "clients": [1, 4] } }
            """);

        Assert.Equal([0, 0, 1, 1, 0, 0, 1, 1], plan.Points.Select(point => point.Dataset!.Value));
        Assert.Equal([1_024L, 4_096L], plan.Datasets.Select(levels => (long)levels["entityBytes"]!));
    }

    [Theory]
    [InlineData("blob.download", 1)]
    [InlineData("blob.upload", 0)]
    [InlineData("insert.ratio", 0)]
    [InlineData("queue.add", 0)]
    [InlineData("queue.length", 1)]
    [InlineData("queue.peek", 1)]
    [InlineData("queue.receive", 0)]
    [InlineData("table.delete", 0)]
    [InlineData("table.filter", 1)]
    [InlineData("table.insert", 0)]
    [InlineData("table.query", 1)]
    [InlineData("table.update", 1)]
    public void What_all_points_read_is_prepared_once_and_what_a_point_consumes_or_creates_is_its_own(string experiment, int datasets)
    {
        var plan = Plan($$"""{ "experiment": "{{experiment}}", "preset": "quick" }""");

        Assert.Equal(datasets, plan.Datasets.Count);
        Assert.All(plan.Points, point => Assert.Equal(datasets > 0, point.Dataset is not null));
    }

    [Fact]
    public void The_same_spec_always_gives_the_same_plan()
    {
        foreach (var experiment in ExperimentCatalogue.All)
        {
            var spec = SampleSpecs.Of($$"""{ "experiment": "{{experiment.Id}}", "preset": "reduced", "seed": 1 }""");
            Assert.Equal(Text(RunPlanner.Plan(experiment, spec)), Text(RunPlanner.Plan(experiment, spec)));
        }

        static string Text(RunPlan plan) => string.Join("|", plan.Datasets.Select(levels => levels.ToJsonString()))
            + string.Join("|", plan.Points.Select(point => $"{point.Number} {point.Repetition} {point.Dataset} {point.Levels.ToJsonString()}"));
    }

    [Fact]
    public void The_number_of_points_is_the_product_of_the_levels_and_repetitions() => SeededProperty.Holds(
        Gen.Choose(1, 5).SelectMany(clients => Gen.Choose(1, 5), (clients, sizes) => (clients, sizes)).SelectMany(_ => Gen.Choose(1, 7), (levels, repetitions) => (levels.clients, levels.sizes, repetitions)),
        shape =>
        {
            var plan = Plan($$"""
                { "experiment": "blob.download", "repetitions": {{shape.repetitions}}, "parameters": { "clients": {{List(shape.clients)}}, "blobBytes": {{List(shape.sizes)}} } }
                """);
            return plan.Points.Count == shape.clients * shape.sizes * shape.repetitions
                && plan.Datasets.Count == shape.sizes
                && plan.Points.Select(point => point.Number).SequenceEqual(Enumerable.Range(1, plan.Points.Count))
                && plan.Points.GroupBy(point => point.Repetition).All(block => block.Select(point => point.Levels.ToJsonString()).Distinct().Count() == shape.clients * shape.sizes);
        });

    [Fact]
    public void The_options_of_a_point_are_the_fixed_parameters_and_its_levels()
    {
        var spec = SampleSpecs.Of("""{ "experiment": "blob.download", "preset": "quick", "parameters": { "sink": "file" } }""");
        var definition = ExperimentCatalogue.Find("blob.download")!;

        var options = (BlobDownloadOptions)RunPlanner.Bind(definition, spec, RunPlanner.Plan(definition, spec).Points[1].Levels);

        Assert.Equal((4, 1 << 20, 20, BlobSink.File, 0.3), (options.Clients, options.BlobBytes, options.OperationsPerClient, options.Sink, options.WarmUpSeconds));
    }

    [Fact]
    public void A_ratio_measures_each_service_with_its_own_probe_and_the_same_load()
    {
        var definition = ExperimentCatalogue.Find("insert.ratio")!;
        var spec = SampleSpecs.Of("""{ "experiment": "insert.ratio", "preset": "quick" }""");

        var selections = RunPlanner.Plan(definition, spec).Points.Where(point => point.Repetition == 1)
            .Select(point => definition.SelectProbe(RunPlanner.Bind(definition, spec, point.Levels))).ToArray();

        Assert.Equal([("blob.upload", 1), ("blob.upload", 4), ("table.insert", 1), ("table.insert", 4)], selections.Select(selection => (selection.Probe, selection.Options.Clients)));
        Assert.All(selections, selection => Assert.Equal((20, 10, 0.3), (selection.Options.OperationsPerClient, selection.Options.WarmUpOperations, selection.Options.WarmUpSeconds)));
    }

    [Fact]
    public void A_stored_spec_that_nobody_validated_is_data_that_makes_no_sense()
    {
        var spec = SampleSpecs.Downloads();
        var definition = ExperimentCatalogue.Find("blob.download")!;

        Assert.Throws<InvalidDataException>(() => RunPlanner.Plan(definition, spec with { Parameters = [] }));
        Assert.Throws<InvalidDataException>(() => RunPlanner.Plan(definition, spec with { Repetitions = 0 }));
        Assert.Throws<InvalidDataException>(() => RunPlanner.Plan(definition, spec with { Repetitions = 1_000_000 }));
        Assert.Throws<InvalidDataException>(() => RunPlanner.Plan(definition, With("clients", new JsonArray())));
        Assert.Throws<InvalidDataException>(() => RunPlanner.Plan(definition, With("clients", new JsonArray(null as JsonNode))));
        Assert.Throws<InvalidDataException>(() => RunPlanner.Plan(definition, With("clients", 4)));
        Assert.Throws<InvalidDataException>(() => RunPlanner.Plan(definition, With("sink", "disk")));
        Assert.Throws<InvalidDataException>(() => RunPlanner.Plan(definition, With("speed", 4)));

        RunSpec With(string name, JsonNode value)
        {
            var parameters = spec.Parameters.DeepClone().AsObject();
            parameters[name] = value;
            return spec with { Parameters = parameters };
        }
    }

    private static RunPlan Plan(string json)
    {
        var spec = SampleSpecs.Of(json);
        return RunPlanner.Plan(ExperimentCatalogue.Find(spec.Experiment)!, spec);
    }

    private static string List(int count) => "[" + string.Join(", ", Enumerable.Range(1, count)) + "]";
}
