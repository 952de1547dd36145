using System.Text.Json.Nodes;
using AzurePerf.Benchmarks.Network;
using Xunit;

namespace AzurePerf.UnitTests.Benchmarks;

public sealed class PeerPointTests
{
    /// <summary>The path of this process is neither dotnet nor the benchmarks, as under "dotnet run".</summary>
    [Fact]
    public async Task The_answering_process_starts_and_answers_whatever_program_started_it()
    {
        await using var point = new PeerPoint("tcp.rtt", new JsonObject { ["operationsPerClient"] = 20, ["warmUpOperations"] = 5 });

        Assert.Equal(20, (await point.MeasureAsync(TestContext.Current.CancellationToken)).Operations!.Operations);
    }
}
