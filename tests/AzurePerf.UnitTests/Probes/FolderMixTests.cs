using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Probes;
using AzurePerf.Probes;
using AzurePerf.Testing.PlugIn;
using AzurePerf.Testing.Probes;
using Xunit;

namespace AzurePerf.UnitTests.Probes;

public sealed class FolderMixTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("azureperf-");

    private static CancellationToken Cancelled => TestContext.Current.CancellationToken;

    public void Dispose() => _folder.Delete(recursive: true);

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_probe_of_the_recipe_finds_what_it_reads_whichever_operation_a_lane_of_an_open_loop_begins_with(bool warmUp)
    {
        var options = new FolderMixOptions { Clients = 2, Arrivals = ArrivalKind.Constant, OperationsPerSecond = 10 };
        await using var probe = new FolderMixProbe(
            options, new() { Target = new OpenFolder(_folder.FullName), Register = new NoRegister(), PointName = "point", Seed = 1 });
        await probe.PreparePointAsync(Cancelled);

        for (var client = 0; client < options.Clients; client++)
        {
            for (var lane = 0; lane < options.LanesPerClient; lane++)
            {
                var operation = new Operation(client, lane, warmUp, lane);
                Assert.Equal(probe.TypeOf(operation) == 2 ? 0 : options.FileBytes, (await probe.ExecuteAsync(operation, Cancelled)).Bytes);
            }
        }
    }
}
