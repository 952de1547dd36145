using AzurePerf.Core.Workers;
using AzurePerf.Worker.Heartbeats;
using Microsoft.Extensions.Logging.Abstractions;
using Xunit;

namespace AzurePerf.UnitTests.Worker.Heartbeats;

public sealed class AvailabilityTests : IDisposable
{
    private readonly FakeLifetime _lifetime = new();
    private readonly WorkerShutdown _shutdown;
    private readonly Availability _availability;

    public AvailabilityTests()
    {
        _shutdown = new(new(), new() { Pool = WorkerPool.Bag }, _lifetime, NullLogger<WorkerShutdown>.Instance);
        _availability = new(_shutdown);
    }

    public void Dispose()
    {
        _shutdown.Dispose();
        _lifetime.Dispose();
    }

    [Fact]
    public void A_worker_takes_nothing_until_it_knows_who_else_is_on_its_host()
    {
        Assert.False(_availability.TryBegin());
        Assert.True(_availability.IsHolding);

        _availability.Allow(true);
        Assert.True(_availability.TryBegin());
    }

    [Fact]
    public void It_does_not_say_that_it_holds_while_a_get_that_began_before_may_still_bring_a_task()
    {
        _availability.Allow(true);
        _availability.TryBegin();
        _availability.Allow(false);
        Assert.False(_availability.IsHolding);

        Assert.False(_availability.TryBegin());
        Assert.False(_availability.IsHolding);
        _availability.End();
        Assert.True(_availability.IsHolding);
    }

    [Fact]
    public void One_that_leaves_takes_nothing_though_it_may()
    {
        _availability.Allow(true);
        _shutdown.Drain("replaced");

        Assert.True(_availability.IsAllowed);
        Assert.False(_availability.MayTake);
        Assert.False(_availability.TryBegin());
    }
}
