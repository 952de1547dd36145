using System.Text;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Stages;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.TaskManager.Bags;

/// <summary>What an experiment folds a stage into is not always what a point can be.</summary>
public sealed class FoldedPointsTests
{
    private static readonly ExperimentDefinition Definition = ExperimentDefinition.OfStages<FoldingOptions>(
        "sample.folding", "Sample that folds", "Is what it folds stored?", "Made for tests", new Preset(Preset.Quick, 1, []));

    private readonly TaskManagerUnderTest _engine = new() { Experiments = [Definition] };

    public FoldedPointsTests()
    {
        _engine.Submission = new(
            _engine.Runs, new(_engine.Runs, new([Definition]), LimitOptions.None, PriceList.Shipped), _engine.Control.RunRequests, new SeededIdSource(7), _engine.Time);
        _engine.Restart();
    }

    [Fact]
    public async Task A_value_that_is_no_finite_number_is_left_out_of_a_folded_point_with_a_note()
    {
        var run = await EndedAsync("notANumber");

        Assert.Equal((RunStatus.Completed, ""), (run.Status, run.Reason));
        var result = Assert.Single(await _engine.PublishedAsync(run.RunId)).Result!;
        Assert.Equal(["share"], result.Values.Select(value => value.Name));
        Assert.Equal(["a value 'hits' was NaN and is left out"], result.Notes);
    }

    [Theory]
    [InlineData("noLevels", "point 1 has no levels or no result")]
    [InlineData("tooLong", "point 1 cannot be stored <- ArgumentException: row ")]
    [InlineData("endless", "point 1 cannot be stored <- ArgumentException: ")]
    [InlineData("notBegun", "IOException: it cannot begin")]
    public async Task A_folded_point_that_cannot_be_stored_ends_its_run_with_a_sentence_about_its_stage(string folding, string because)
    {
        _engine.FaultsAreExpected = true;

        var run = await EndedAsync(folding);

        Assert.Equal(RunStatus.Failed, run.Status);
        Assert.StartsWith("what stage make brought cannot be folded into points: ", run.Reason, StringComparison.Ordinal);
        Assert.Contains(because, run.Reason, StringComparison.Ordinal);
        Assert.Empty(await _engine.PublishedAsync(run.RunId));
    }

    private async Task<RunState> EndedAsync(string folding)
    {
        await _engine.HireBagWorkersAsync(1);
        await _engine.HireAsync();
        var reading = new RunSpecReader(new ExperimentCatalogue([Definition]), Shipped.Targets("default"), new SeededIdSource(7)).Read(Encoding.UTF8.GetBytes($$"""
            { "experiment": "sample.folding", "preset": "quick", "seed": 1, "parameters": { "folding": "{{folding}}" } }
            """));
        var runId = await _engine.SubmitAsync(reading.Spec!);
        await _engine.WorkUntilEndedAsync(runId);
        return await _engine.HeaderAsync(runId);
    }

    private enum Folding
    {
        Whole,
        NotANumber,
        NoLevels,
        TooLong,
        Endless,
        NotBegun,
    }

    private sealed record FoldingOptions : PipelineOptions
    {
        [Parameter("What the point is.")]
        public Folding Folding { get; init; }

        public override IReadOnlyList<StagePlan> Stages() =>
        [
            new("make", StageShape.Bag, "sample.make")
            {
                Tasks = 1,
                Expected = TimeSpan.FromSeconds(1),
                Fold = () => Folding == Folding.NotBegun ? throw new IOException("it cannot begin") : new OnePoint(Folding),
            },
        ];
    }

    private sealed class OnePoint(Folding folding) : IStageFold
    {
        public void Add(TaskProduct product)
        {
        }

        public IReadOnlyList<StagePoint> End() =>
        [
            new(folding == Folding.NoLevels ? null! : [], 1, new()
            {
                Values = folding == Folding.NotANumber ? [new("hits", "", double.NaN), new("share", "", 0.5)] : [new("share", "", 0.5)],
                Flags = [],
                Notes = folding == Folding.TooLong ? [new('x', 1 << 20)] : [],
                ElapsedSeconds = folding == Folding.Endless ? double.PositiveInfinity : 0,
            }),
        ];
    }
}
