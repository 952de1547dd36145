using System.Text;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Runs;

/// <summary>Requests for what is measured between two workers.</summary>
public sealed class PeerSpecTests
{
    [Theory]
    [InlineData("""{ "experiment": "tcp.rtt" }""")]
    [InlineData("""{ "experiment": "tcp.rtt", "target": "peer", "workers": 2 }""")]
    [InlineData("""{ "experiment": "rpc.throughput", "parameters": { "clients": [1] } }""")]
    public void Target_and_workers_are_filled_in_and_are_planned_as_a_pair(string request)
    {
        var spec = Read(request).Spec!;

        Assert.Equal(("peer", 2), (spec.Target, spec.Workers));
        Assert.NotEmpty(RunPlanner.Plan(Shipped.Experiments.Find(spec.Experiment)!, spec).Points);
    }

    [Theory]
    [InlineData("""{ "experiment": "tcp.rtt", "target": "default" }""", "target", "is a target of the kind account (a storage account), and tcp.rtt measures a target of the kind peer (the network between two workers): it can be peer")]
    [InlineData("""{ "experiment": "blob.download", "target": "local" }""", "target", "is a target of the kind machine (the worker's own machine), and blob.download measures a target of the kind account (a storage account): it can be default")]
    [InlineData("""{ "experiment": "selftest.bag", "target": "peer" }""", "target", "is a target of the kind peer (the network between two workers), and selftest.bag measures none of that kind: it can be default")]
    [InlineData("""{ "experiment": "tcp.rtt", "workers": 1 }""", "workers", "must be 2 or left out: tcp.rtt measures the network between two workers; for more load, set clients")]
    [InlineData("""{ "experiment": "tcp.bandwidth", "parameters": { "warmUpOperations": 0 } }""", "parameters.warmUpOperations", "must be above 0: a client's first operation opens its connection, and is no measurement")]
    [InlineData("""{ "experiment": "tcp.bandwidth", "parameters": { "arrivals": "poisson", "operationsPerSecond": 5 } }""", "parameters.arrivals", "must be closed: an operation keeps its connection until it ends")]
    public void What_cannot_be_measured_between_two_workers_is_refused_in_one_sentence(string request, string path, string message)
    {
        var fault = Assert.Single(Read(request).Faults);

        Assert.Equal((path, message), (fault.Path, fault.Message));
    }

    private static RunSpecResult Read(string request) => new RunSpecReader(Shipped.Experiments, Shipped.Targets("default"), new SeededIdSource(1)).Read(Encoding.UTF8.GetBytes(request));
}
