using AzurePerf.Core.Measurements;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class ArrivalQueueTests
{
    [Fact]
    public void An_arrival_that_its_lane_does_not_start_is_dropped_and_the_client_ends_as_stopped()
    {
        var queue = new ArrivalQueue(() => new(ArrivalKind.Constant, 1_000, 0, 1, 7), 1, 1);
        var wait = new ArrivalWait();
        Assert.Equal(ArrivalTurn.Wait, queue.Take(wait, out _, out _));
        queue.Release();
        Assert.NotNull(wait.Handed);

        queue.Return();
        queue.Finish(ClientEnd.Stopped, 5_000_000);

        Assert.Equal((ClientEnd.Stopped, 1), (queue.End, queue.Read().Dropped));
    }

    [Theory]
    [InlineData(5, 9)]
    [InlineData(20, 20)]
    public void Arrivals_that_fell_due_before_anybody_said_why_the_client_ends_come_before_its_end(int foundAt, int endsAt)
    {
        var queue = new ArrivalQueue(() => new(ArrivalKind.Constant, 1_000, 0, 1, 7), 1, long.MaxValue);
        for (var arrival = 0; arrival < 10; arrival++)
        {
            queue.Release();
        }

        queue.Finish(ClientEnd.GaveUp, foundAt * 1_000_000L);

        var arrivals = queue.Read();
        Assert.Equal((endsAt * 1_000_000L, Math.Max(10, endsAt)), (arrivals.EndNanoseconds, arrivals.Due));
    }
}
