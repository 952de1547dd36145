using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Blobs;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Golden;
using CsCheck;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class RunPlannerTests
{
    private const string FourCombinations = """{ "experiment": "queue.add", "repetitions": 2, "seed": 5, "parameters": { "queues": [1, 2], "clients": [1, 4] } }""";

    [Fact]
    public void A_spec_from_before_the_order_was_random_is_measured_as_it_lists_its_levels()
    {
        var spec = SampleSpecs.Of(FourCombinations) with { Order = PointOrder.Listed };

        Assert.Equal(
            [
                (1, 1, 1L, 1L), (2, 1, 1, 4), (3, 1, 2, 1), (4, 1, 2, 4),
                (5, 2, 1, 1), (6, 2, 1, 4), (7, 2, 2, 1), (8, 2, 2, 4),
            ],
            RunPlanner.Plan(Shipped.Experiments.Find(spec.Experiment)!, spec).Points
                .Select(point => (point.Number, point.Repetition, (long)point.Levels["queues"]!, (long)point.Levels["clients"]!)));
    }

    [Fact]
    public void The_random_order_of_a_seed_is_the_same_in_every_build()
    {
        var plan = Plan("""{ "experiment": "table.query", "repetitions": 4, "seed": 5, "parameters": { "entityBytes": [1024, 4096], "datasetEntities": 500, "clients": [1, 4, 16] } }""");
        var lines = plan.Points.Select(point => $"{point.Number} {point.Repetition} {point.Dataset} {point.Levels.ToJsonString()}\n");

        GoldenFile.Check("plan-order.txt", string.Concat(lines));
    }

    [Fact]
    public void Every_repetition_measures_every_combination_once_in_an_order_of_its_own() => SeededProperty.Holds(
        Gen.Select(Gen.Int[2, 8], Gen.Int[0, 1_000_000], (clients, seed) => (clients, seed)),
        shape =>
        {
            var blocks = Plan($$"""{ "experiment": "queue.add", "repetitions": 20, "seed": {{shape.seed}}, "parameters": { "queues": [1, 2], "clients": {{List(shape.clients)}} } }""")
                .Points.GroupBy(point => point.Repetition, point => point.Levels.ToJsonString()).ToArray();
            return blocks.Length == 20
                && blocks.All(block => block.Distinct().Count() == 2 * shape.clients && block.Count() == 2 * shape.clients)
                && blocks.Select(block => string.Join('|', block)).Distinct().Count() > 1;
        });

    [Fact]
    public void Every_combination_comes_first_as_often_as_any_other()
    {
        var points = Plan("""{ "experiment": "queue.add", "repetitions": 400, "seed": 11, "parameters": { "clients": [1, 2, 3, 4] } }""").Points;

        var first = points.Where(point => point.Number % 4 == 1).CountBy(point => (long)point.Levels["clients"]!).ToDictionary();

        // 100 expected of each, with a standard deviation of 8.7.
        Assert.Equal(4, first.Count);
        Assert.All(first.Values, count => Assert.InRange(count, 65, 135));
    }

    [Fact]
    public void Another_seed_gives_another_order()
    {
        var orders = Enumerable.Range(1, 20).Select(seed => Order($$"""{ "experiment": "queue.add", "repetitions": 6, "seed": {{seed}}, "parameters": { "clients": [1, 2, 3, 4] } }"""));

        Assert.Equal(20, orders.Distinct().Count());

        static string Order(string json) => string.Join(' ', Plan(json).Points.Select(point => point.Levels["clients"]));
    }

    [Fact]
    public void Points_that_read_the_same_data_share_a_dataset()
    {
        var plan = Plan("""
            { "experiment": "table.query", "repetitions": 2, "parameters": { "entityBytes": [1024, 4096], "datasetEntities": 500, "clients": [1, 4] } }
            """);

        Assert.All(plan.Points, point => Assert.Equal((long)point.Levels["entityBytes"]! == 1_024 ? 0 : 1, point.Dataset));
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

    [Theory]
    [InlineData("table.insert")]
    [InlineData("table.delete")]
    public void The_papers_inserts_and_deletes_work_in_one_full_partition_for_each_size(string experiment)
    {
        var plan = Plan($$"""{ "experiment": "{{experiment}}", "preset": "paper" }""");

        Assert.Equal([1_024L, 4_096L, 16_384L, 65_536L], plan.Datasets.Select(levels => (long)levels["entityBytes"]!).Order());
        Assert.All(plan.Points, point => Assert.Equal((220_000L, 1L), ((long)point.Levels["datasetEntities"]!, (long)point.Levels["partitions"]!)));
        Assert.All(plan.Points, point => Assert.NotNull(point.Dataset));
    }

    [Fact]
    public void The_same_spec_always_gives_the_same_plan()
    {
        foreach (var experiment in Shipped.Experiments.All.Where(experiment => !experiment.IsBag))
        {
            var spec = SampleSpecs.Of($$"""{ "experiment": "{{experiment.Id}}", "preset": "reduced", "seed": 1 }""");
            Assert.Equal(Text(RunPlanner.Plan(experiment, spec)), Text(RunPlanner.Plan(experiment, spec)));
        }

        static string Text(RunPlan plan) => string.Join("|", plan.Datasets.Select(levels => levels.ToJsonString()))
            + string.Join("|", plan.Points.Select(point => $"{point.Number} {point.Repetition} {point.Dataset} {point.Levels.ToJsonString()}"));
    }

    [Fact]
    public void The_number_of_points_is_the_product_of_the_levels_and_repetitions() => SeededProperty.Holds(
        Gen.Select(Gen.Int[1, 5], Gen.Int[1, 5], Gen.Int[1, 7], (clients, sizes, repetitions) => (clients, sizes, repetitions)),
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
        var definition = Shipped.Experiments.Find("blob.download")!;

        var options = (BlobDownloadOptions)RunPlanner.Bind(definition, spec, RunPlanner.Combinations(definition, spec).ElementAt(1));

        Assert.Equal((4, 1 << 20, 20, BlobSink.File, 0.3), (options.Clients, options.BlobBytes, options.OperationsPerClient, options.Sink, options.WarmUpSeconds));
    }

    [Fact]
    public void A_ratio_measures_each_service_with_its_own_probe_and_the_same_load()
    {
        var definition = Shipped.Experiments.Find("insert.ratio")!;
        var spec = SampleSpecs.Of("""{ "experiment": "insert.ratio", "preset": "quick" }""");

        var selections = RunPlanner.Combinations(definition, spec).Select(levels => definition.SelectProbe(RunPlanner.Bind(definition, spec, levels))).ToArray();

        Assert.Equal([("blob.upload", 1), ("blob.upload", 4), ("table.insert", 1), ("table.insert", 4)], selections.Select(selection => (selection.Probe, selection.Options.Clients)));
        Assert.All(selections, selection => Assert.Equal((20, 10, 0.3), (selection.Options.OperationsPerClient, selection.Options.WarmUpOperations, selection.Options.WarmUpSeconds)));
    }

    [Fact]
    public void A_stored_spec_that_nobody_validated_is_data_that_makes_no_sense()
    {
        var spec = SampleSpecs.Downloads();
        var definition = Shipped.Experiments.Find("blob.download")!;

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
        return RunPlanner.Plan(Shipped.Experiments.Find(spec.Experiment)!, spec);
    }

    private static string List(int count) => "[" + string.Join(", ", Enumerable.Range(1, count)) + "]";
}
