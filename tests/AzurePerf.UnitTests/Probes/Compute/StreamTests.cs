using AzurePerf.Core.Experiments.Compute;
using AzurePerf.Probes.Compute;
using AzurePerf.Probes.Compute.Streams;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Compute;

public sealed class StreamTests
{
    private const int Elements = 4_096;

    public static TheoryData<StreamKernel, StreamStores> Passes =>
        [.. Enum.GetValues<StreamKernel>().SelectMany(kernel => Enum.GetValues<StreamStores>(), (kernel, stores) => (kernel, stores))];

    [Theory]
    [MemberData(nameof(Passes))]
    public void A_pass_computes_every_element(StreamKernel kernel, StreamStores stores)
    {
        using var arrays = new StreamArrays(Elements, seed: 5);
        arrays.Run(kernel, stores);
        Assert.Null(arrays.FindWrong(kernel));
    }

    [Theory]
    [MemberData(nameof(Passes))]
    public void A_pass_that_was_left_out_is_found(StreamKernel kernel, StreamStores stores)
    {
        using var arrays = new StreamArrays(Elements, seed: 5);
        arrays.Run(kernel, stores);
        arrays.FindWrong(kernel);
        Assert.Equal(0, arrays.FindWrong(kernel));
    }

    [Fact]
    public unsafe void One_wrong_element_is_found()
    {
        using var arrays = new StreamArrays(Elements, seed: 1_100);
        arrays.Run(StreamKernel.Triad, StreamStores.Ordinary);
        arrays.Run((result, _, _, _, _) => result[3_999]++);
        Assert.Equal(3_999, arrays.FindWrong(StreamKernel.Triad));
    }

    [Theory]
    [InlineData(null, 64L << 20)]
    [InlineData(1L << 20, 64L << 20)]
    [InlineData(32L << 20, 128L << 20)]
    [InlineData(1L << 30, 1L << 30)]
    public void Arrays_are_four_times_the_cache_within_bounds(long? cacheBytes, long bytes) => Assert.Equal(bytes, StreamProbe.UsualBytes(cacheBytes));

    [Theory]
    [InlineData("32768K\n", 32L << 20)]
    [InlineData("96M", 96L << 20)]
    [InlineData("512", 512L)]
    [InlineData("", null)]
    [InlineData("K", null)]
    [InlineData("-1K", null)]
    public void The_size_of_a_cache_is_read(string text, long? bytes) => Assert.Equal(bytes, LastLevelCache.Parse(text));
}
