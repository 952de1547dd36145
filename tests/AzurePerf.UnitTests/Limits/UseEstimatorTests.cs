using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.Storage.Products;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Limits;

public sealed class UseEstimatorTests
{
    private static readonly Dictionary<string, double> Nothing = [];

    [Fact]
    public void A_bag_takes_its_tasks_and_their_time() => Assert.Equal(
        new RunUse(0, 60, 6),
        Of("""{ "experiment": "selftest.bag", "preset": "quick", "parameters": { "tasks": 30, "bags": 2, "taskMilliseconds": 100 } }""", Nothing, Nothing));

    [Fact]
    public void Images_take_what_was_seen_of_their_classes_and_kinds_and_the_plan_s_guess_of_others()
    {
        // Two tiles, two days, one period: 2 listings, 4 downloads, 4 images, 2 periods, 1 picture, 1 manifest with the provenance.
        const string Request = """{ "experiment": "modis.pipeline", "parameters": { "area": "h18v04 h19v04", "days": 2 } }""";

        var guessed = Of(Request, Nothing, Nothing);
        var seen = Of(
            Request, ImageStages.InOrder.ToDictionary(stage => stage, _ => 4.0), ProductKinds.All.ToDictionary(kind => kind, _ => 10.0));

        Assert.Equal(new RunUse(13 * 10, 14, 14 * 4), seen);
        Assert.Equal(14, guessed.Tasks);
        Assert.InRange(guessed.Bytes, 20_000_000, 60_000_000);
        Assert.InRange(guessed.CoreSeconds, 100, 400);
    }

    [Fact]
    public void All_that_images_store_is_of_a_kind_that_the_catalogue_counts()
    {
        var stages = Stages("""{ "experiment": "modis.pipeline" }""");

        Assert.Equal(ProductKinds.All, stages.Select(stage => stage.Stores?.Kind).OfType<string>());
        Assert.Equal(
            7, stages[^1].Stores!.BytesOf(ImageOrder.Write(new MadeProduct("a", 7, "", 1, By: new("host", 1, DateTimeOffset.UnixEpoch, 1)))));
    }

    [Fact]
    public void A_result_counts_with_all_that_is_kept_of_it()
    {
        var result = ImageOrder.Write(new MadeProduct("a", 7, "", 1) { OtherBytes = 5 });

        Assert.Equal(12, Stages("""{ "experiment": "modis.pipeline" }""")[^1].Stores!.BytesOf(result));
    }

    private static RunUse Of(string spec, Dictionary<string, double> seconds, Dictionary<string, double> bytes) =>
        UseEstimator.Of(Stages(spec), seconds, bytes);

    private static IReadOnlyList<Core.Experiments.Stages.StagePlan> Stages(string json)
    {
        var spec = SampleSpecs.Of(json);
        return RunPlanner.BindStages(Shipped.Experiments.Find(spec.Experiment)!, spec).Stages();
    }
}
