using AzurePerf.Core.Api.Engine;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

public sealed class WorkerShortageTests
{
    private const string Rtt = """{ "experiment": "tcp.rtt", "preset": "quick", "target": "peer" }""";
    private const string Download = """{ "experiment": "blob.download", "preset": "quick" }""";
    private static readonly DateTimeOffset Now = new(2026, 8, 1, 10, 0, 0, TimeSpan.Zero);

    [Fact]
    public void Two_workers_that_one_is_missing_of_are_said_with_the_command_that_starts_them() => Assert.Equal(
        "the run needs 2 measure workers, and 1 is alive: until more start it waits and lets other runs go first. Start `azureperf up --workers 2` in place of the one that runs, unless the pool grows by itself, as in Azure",
        Of(Rtt, Worker(WorkerPool.Measure), Worker(WorkerPool.Bag), Worker(WorkerPool.Measure) with { Draining = true }, Worker(WorkerPool.Measure) with { BeatAt = Now.AddMinutes(-5) }));

    [Theory]
    [InlineData(Rtt, WorkerPool.Measure, WorkerPool.Measure)]
    [InlineData(Rtt, WorkerPool.Measure, WorkerPool.Peer)]
    [InlineData(Download, WorkerPool.Measure)]
    [InlineData("""{ "experiment": "selftest.bag" }""")]
    public void Nothing_is_said_where_enough_are_alive_and_of_bags(string request, params string[] pools) => Assert.Equal("", Of(request, [.. pools.Select(Worker)]));

    [Fact]
    public void A_peer_measures_no_account() => Assert.StartsWith("the run needs 1 measure worker, and 0 are alive", Of(Download, Worker(WorkerPool.Peer)), StringComparison.Ordinal);

    private static string Of(string request, params WorkerState[] workers)
    {
        var spec = SampleSpecs.Of(request);
        var definition = Shipped.Experiments.Find(spec.Experiment)!;
        return WorkerShortage.Words(WorkerShortage.Needed(definition, spec), WorkerShortage.Alive(definition, workers, Now));
    }

    private static WorkerState Worker(string pool) => new() { WorkerId = pool, Pool = pool, HostId = "host", Build = "1", StartedAt = Now, BeatAt = Now };
}
