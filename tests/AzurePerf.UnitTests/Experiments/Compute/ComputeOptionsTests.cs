using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Core.Measurements.Arrivals;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Experiments.Compute;

public sealed class ComputeOptionsTests
{
    [Theory]
    [InlineData(StreamKernel.Copy, 16)]
    [InlineData(StreamKernel.Scale, 16)]
    [InlineData(StreamKernel.Add, 24)]
    [InlineData(StreamKernel.Triad, 24)]
    public void Bytes_are_counted_as_by_stream(StreamKernel kernel, int bytes) => Assert.Equal(bytes, new StreamOptions { Kernel = kernel }.BytesPerElement);

    [Fact]
    public void An_open_loop_a_point_without_warm_up_and_a_limit_of_bytes_that_are_not_counted_are_refused()
    {
        var options = new DgemmOptions { Arrivals = ArrivalKind.Constant, OperationsPerSecond = 1, WarmUpOperations = 0, BytesPerClient = 1 };
        Assert.Equal(["bytesPerClient", "arrivals", "warmUpOperations"], options.Faults().Select(fault => fault.Parameter));
    }

    [Fact]
    public void OpenBLAS_takes_several_threads_or_several_clients_and_not_both()
    {
        Assert.Equal(["threads"], Of(DgemmImplementation.Openblas, 2, 2).Faults().Select(fault => fault.Parameter));
        Assert.Empty(Of(DgemmImplementation.Openblas, 1, 2).Faults().Concat(Of(DgemmImplementation.Openblas, 2, 1).Faults()).Concat(Of(DgemmImplementation.Managed, 2, 2).Faults()));

        static DgemmOptions Of(DgemmImplementation implementation, int threads, int clients) => new() { Implementation = implementation, Threads = threads, Clients = clients };
    }

    [Fact]
    public void The_target_is_the_workers_own_machine_and_no_other()
    {
        Assert.Equal("local", SampleSpecs.Of("""{ "experiment": "compute.stream" }""").Target);
        Assert.Equal("local", SampleSpecs.Of("""{ "experiment": "compute.stream", "target": "local" }""").Target);
        var fault = Assert.Single(SampleSpecs.Read("""{ "experiment": "compute.stream", "target": "default" }""").Faults);
        Assert.Equal(("target", "is a target of the kind account (a storage account), and compute.stream measures a target of the kind machine (the worker's own machine): it can be local"), (fault.Path, fault.Message));
    }

    [Fact]
    public void An_account_is_never_the_target_local() =>
        Assert.Equal("target", Assert.Single(SampleSpecs.Read("""{ "experiment": "blob.upload", "target": "local" }""").Faults).Path);

    [Fact]
    public void The_headline_is_the_floating_point_operations_of_the_points_own_levels()
    {
        var spec = SampleSpecs.Of("""{ "experiment": "compute.dgemm", "parameters": { "n": [100, 1000] } }""");
        var headline = new HeadlineRate(DgemmOptions.Definition, spec);
        Assert.Equal("GFLOP/s", headline.Unit);
        Assert.Equal("20.0", headline.Text(10, new() { ["n"] = 1_000 }));
        Assert.Equal("0.0200", headline.Text(10, new() { ["n"] = 100 }));
    }
}
