using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Probes;
using AzurePerf.Probes;
using AzurePerf.Probes.Compute;
using AzurePerf.Probes.Targets.Machine;
using AzurePerf.Testing.Probes;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Compute;

public sealed class CorrelationProbeTests
{
    private static readonly CorrelationOptions Small = new() { Subjects = 64, Snps = 20, Voxels = 30, Permutations = 3, Clients = 2 };

    [Fact]
    public async Task An_analysis_goes_through_its_phases_is_verified_and_leaves_no_file()
    {
        var probe = new CorrelationProbe(Small, Scope("phases"));
        await using (probe)
        {
            await probe.PreparePointAsync(TestContext.Current.CancellationToken);
            Assert.Empty(Directory.GetFiles(Path.GetTempPath(), "azureperf-correlationphases-*"));
            Assert.Equal(["read", "compute", "write"], probe.Phases);
            for (var index = 0; index < 6; index++)
            {
                var operation = new Operation(index % 2, index / 2, WarmUp: index < 2);
                probe.Execute(operation, TestContext.Current.CancellationToken);
                probe.Verify(operation);
            }

            Assert.Empty(await probe.FinishAsync(TestContext.Current.CancellationToken));
        }
    }

    [Fact]
    public async Task An_analysis_that_left_its_product_out_is_corrupt()
    {
        await using var probe = new CorrelationProbe(Small, Scope("corrupt"));
        await probe.PreparePointAsync(TestContext.Current.CancellationToken);
        probe.Execute(default, TestContext.Current.CancellationToken);
        await probe.FinishAsync(TestContext.Current.CancellationToken);

        // Read and written again, but not computed.
        probe.Execute(0, default, TestContext.Current.CancellationToken);
        probe.Execute(2, default, TestContext.Current.CancellationToken);
        await Assert.ThrowsAsync<CorruptDataException>(() => probe.FinishAsync(TestContext.Current.CancellationToken));
    }

    private static ProbeScope Scope(string name) => new() { Target = new OpenMachine("nowhere"), Register = new UnusedRegister(), PointName = "correlation" + name, Seed = 7 };
}
