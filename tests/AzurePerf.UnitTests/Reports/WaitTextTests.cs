using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Reports;

public sealed class WaitTextTests
{
    private static readonly MissingPool Pair = new(WorkerPool.Measure, 2, 1);

    [Fact]
    public void A_run_that_lacks_workers_of_its_build_is_not_told_that_more_start_by_themselves()
    {
        Assert.Equal("Only workers of one build measure together. Update all workers: then they measure the rest.", WaitText.Next(WaitFor(Pair with { Build = "b1" })));
        Assert.Equal(WaitText.Next(WaitFor(Pair with { Build = "b1" })), WaitText.Next(WaitFor(Pair with { SameBuild = true })));
        Assert.EndsWith("starts them by itself, within minutes.", WaitText.Next(WaitFor(Pair)), StringComparison.Ordinal);
    }

    [Fact]
    public void Workers_that_must_be_of_one_build_are_missing_by_that()
    {
        MissingPool[] missing = [Pair with { SameBuild = true }, new(WorkerPool.Peer, 1, 0) { SameBuild = true }];

        Assert.Equal("waits for 2 measure workers of the same build: 1 alive; waits for a peer worker of the same build: none is alive", MissingPool.Words(missing));
        Assert.Equal(
            "waiting for 1 more measure worker of the same build (has 1, needs 2) and 1 more peer worker of the same build (has 0, needs 1)",
            WaitText.Clause(WaitFor(missing), ""));
    }

    private static RunWait WaitFor(params IReadOnlyList<MissingPool> missing) => new(RunWaitCause.Workers, default) { Missing = missing };
}
