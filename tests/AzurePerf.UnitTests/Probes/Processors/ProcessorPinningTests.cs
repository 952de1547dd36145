using AzurePerf.Probes.Processors;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Processors;

public sealed class ProcessorPinningTests
{
    [Theory]
    [InlineData(0, 1, new[] { 2 })]
    [InlineData(1, 1, new[] { 3 })]
    [InlineData(4, 1, new[] { 2 })]
    [InlineData(1, 2, new[] { 6, 7 })]
    [InlineData(1, 3, new[] { 7, 2, 3 })]
    [InlineData(0, 9, new[] { 2, 3, 6, 7 })]
    public void Clients_take_the_allowed_processors_one_after_the_other(int client, int processors, int[] chosen) =>
        Assert.Equal(chosen, ProcessorPinning.Choose([2, 3, 6, 7], client, processors));
}
