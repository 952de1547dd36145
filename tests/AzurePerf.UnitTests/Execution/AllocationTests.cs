using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Probes;
using AzurePerf.Worker.Execution;
using AzurePerf.Worker.Execution.Calibration;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

[Collection(nameof(AllocationCollection))]
public sealed class AllocationTests(ITestOutputHelper output)
{
    private const int Clients = 64;
    private const int OperationsPerClient = 157;
    private const int AllowedBytes = 1_024;
    private const int Attempts = 5;

    [Fact]
    public async Task Ten_thousand_operations_at_64_clients_allocate_less_than_1_KB()
    {
        // What the runner allocates, it allocates in every attempt; what the rest of the process happens to allocate meanwhile, it does not.
        var least = long.MaxValue;
        for (var attempt = 0; attempt < Attempts && least >= AllowedBytes; attempt++)
        {
            var allocated = await AllocatedWhileMeasuringAsync(new NullProbe(Clients));
            output.WriteLine($"{allocated} B");
            least = Math.Min(least, allocated);
        }

        Assert.InRange(least, 0, AllowedBytes - 1);
    }

    [Fact]
    public async Task Ten_times_as_many_operations_of_an_open_loop_allocate_no_more()
    {
        // What starts a measurement is allocated once: an object per operation would be 4,500 times 24 bytes more. What is handed over in intervals goes by time: on a busy
        // machine the longer measurement takes several of them.
        const long Allowed = 4_500 * 24 / 2;
        var least = long.MaxValue;
        for (var attempt = 0; attempt < Attempts && least >= Allowed; attempt++)
        {
            var few = await AllocatedWhileMeasuringAsync(new NullProbe(4, 8), OpenLoad(125));
            var many = await AllocatedWhileMeasuringAsync(new NullProbe(4, 8), OpenLoad(1_250));
            output.WriteLine($"{few} B, {many} B");
            least = Math.Min(least, Math.Max(0, many - few));
        }

        Assert.InRange(least, 0, Allowed - 1);
    }

    [Fact]
    public async Task One_object_per_operation_would_be_seen()
    {
        var probe = new FakeProbe
        {
            Execute = async (_, _) =>
            {
                await Task.Yield();
                return new(1, 1);
            },
        };

        Assert.True(await AllocatedWhileMeasuringAsync(probe) > Clients * OperationsPerClient * 24);
    }

    private static TestLoad OpenLoad(int operationsPerClient) => new()
    {
        Arrivals = ArrivalKind.Poisson,
        OperationsPerSecond = 10_000,
        Clients = 4,
        OperationsPerClient = operationsPerClient,
        WarmUpOperations = 800,
        WarmUpSeconds = 60,
    };

    private static Task<long> AllocatedWhileMeasuringAsync(IProbeSetup probe) => AllocatedWhileMeasuringAsync(
        probe, new() { Clients = Clients, OperationsPerClient = OperationsPerClient, WarmUpOperations = 200, WarmUpSeconds = 60 });

    private static async Task<long> AllocatedWhileMeasuringAsync(IProbeSetup probe, TestLoad load)
    {
        var (before, after) = (0L, 0L);
        var progress = new RunnerProgress
        {
            PhaseChanged = phase =>
            {
                before = phase == RunnerPhase.Measuring ? GC.GetTotalAllocatedBytes(true) : before;
                after = phase == RunnerPhase.Ended ? GC.GetTotalAllocatedBytes(true) : after;
            },
        };
        var runner = new ProbeRunner(new FakeOutcomes(), TimeProvider.System, new GeneratorWatch(() => null, networkLimit: null));
        var measurement = await runner.RunAsync(probe, load, progress, TestContext.Current.CancellationToken);

        Assert.Equal(load.Clients * load.OperationsPerClient, measurement.Summary.Operations);
        return after - before;
    }
}
