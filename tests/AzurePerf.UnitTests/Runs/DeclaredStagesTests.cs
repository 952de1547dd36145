using System.Text;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Targets;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class DeclaredStagesTests
{
    private static ExperimentDefinition Definition { get; } =
        ExperimentDefinition.OfStages<AnyStages>("any.stages", "Any stages", "Can they be?", "Made for tests", new Preset(Preset.Quick, 1, []));

    [Theory]
    [InlineData("first", "clean", 1, "cannot be carried out: any.stages declares a stage named 'clean', and a run on a target ends with one of that name, which removes what the run made: give it another name")]
    [InlineData("first", "first", 1, "cannot be carried out: any.stages declares two stages named 'first': give each a name of its own")]
    [InlineData("first", "second", 1_000_001, "cannot be carried out: any.stages declares the stage first with 1000001 tasks")]
    [InlineData("first", "second", 6_000_000, "cannot be carried out: any.stages declares 12,000,000 tasks, and a run has at most 10,000,000: ask for fewer")]
    public void A_request_is_told_what_is_wrong_with_the_stages_that_it_asks_for(string first, string second, int tasks, string complaint)
    {
        var reader = new RunSpecReader(new ExperimentCatalogue([Definition]), Shipped.Targets("default"), new SeededIdSource(7));

        var reading = reader.Read(Encoding.UTF8.GetBytes($$"""
            { "experiment": "any.stages", "preset": "quick", "parameters": { "first": "{{first}}", "second": "{{second}}", "tasks": {{tasks}} } }
            """));

        Assert.Equal([new SpecFault("parameters", complaint)], reading.Faults);
    }

    [Fact]
    public void What_a_stage_on_a_target_costs_is_unknown_where_it_does_not_say_what_it_sends()
    {
        var plan = new StagePlan("cut", StageShape.Bag, "cut") { TouchesTarget = true };

        var (silent, said) = (RunEstimator.OfStage(plan, 10), RunEstimator.OfStage(plan with { Load = new("table", Requests: 2, Bytes: 0) }, 10));

        var cost = PriceList.Shipped.CostOf(silent, "eastus");
        Assert.Equal("stage cut works on the target and does not say how many requests its tasks send", cost.Note);
        Assert.Null(silent.Charge(cost).Cost);
        Assert.Equal(20, said.Requests["table"]);
        Assert.True(said.Charge(PriceList.Shipped.CostOf(said, "eastus")).Cost > 0);
        Assert.Equal(0, RunEstimator.OfStage(plan with { TouchesTarget = false }, 10).Charge(cost).Cost);
    }

    private enum StageName
    {
        First,
        Second,
        Clean,
    }

    private sealed record AnyStages : PipelineOptions
    {
        [Parameter("Name.")]
        public StageName First { get; init; }

        [Parameter("Name.")]
        public StageName Second { get; init; } = StageName.Second;

        [Parameter("Tasks of each.", Maximum = 100_000_000)]
        public int Tasks { get; init; } = 1;

        public override TargetKind? Target => AccountTarget.Kind;

        public override IReadOnlyList<StagePlan> Stages() =>
            [new(NameOf(First), StageShape.Bag, "work") { Tasks = Tasks, TouchesTarget = true }, new(NameOf(Second), StageShape.Bag, "work") { Tasks = Tasks }];

        private static string NameOf(StageName name) => name.ToString().ToLowerInvariant();
    }
}
