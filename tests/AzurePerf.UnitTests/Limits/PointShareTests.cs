using AzurePerf.Core.Experiments;
using AzurePerf.Core.Limits;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Limits;

public sealed class PointShareTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(1_000)]
    [InlineData(123_456_789)]
    public void Points_that_time_alone_ends_share_a_limit_and_never_exceed_it(long limit)
    {
        var plan = PlanOf("""{ "experiment": "queue.peek", "repetitions": 7, "parameters": { "clients": [1, 3, 192], "operationsPerClient": 0, "durationSeconds": 10 } }""");

        var shares = plan.Points.Select(point => PointShare.OfOperations(plan, point, limit)!.Value).ToArray();

        Assert.InRange(shares.Sum(), limit - shares.Length, limit);
        Assert.All(plan.Points, point => Assert.True(PointShare.OfBytes(plan, point, limit) <= limit));
    }

    [Fact]
    public void A_point_that_something_else_ends_has_no_share_and_no_limit_gives_none()
    {
        var counted = PlanOf("""{ "experiment": "queue.peek", "preset": "quick" }""");
        Assert.All(counted.Points, point => Assert.Null(PointShare.OfOperations(counted, point, 1)));
        var timed = PlanOf("""{ "experiment": "queue.peek", "parameters": { "operationsPerClient": 0, "durationSeconds": 10 } }""");
        Assert.All(timed.Points, point => Assert.Null(PointShare.OfOperations(timed, point, null)));
    }

    private static RunPlan PlanOf(string json) => RunPlanner.Plan(Shipped.Experiments.Find("queue.peek")!, SampleSpecs.Of(json));
}
