using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Runs;
using Xunit;

namespace AzurePerf.UnitTests.Experiments.Disks;

public sealed class DiskOptionsTests
{
    [Theory]
    [InlineData(DiskTest.Seq1MQ8T1, DiskPattern.Sequential, 1 << 20, 8)]
    [InlineData(DiskTest.Seq1MQ1T1, DiskPattern.Sequential, 1 << 20, 1)]
    [InlineData(DiskTest.Seq128KQ32T1, DiskPattern.Sequential, 128 << 10, 32)]
    [InlineData(DiskTest.Rnd4KQ32T16, DiskPattern.Random, 4 << 10, 512)]
    [InlineData(DiskTest.Rnd4KQ32T1, DiskPattern.Random, 4 << 10, 32)]
    [InlineData(DiskTest.Rnd4KQ1T1, DiskPattern.Random, 4 << 10, 1)]
    public void A_test_makes_as_many_clients_as_it_has_operations_under_way(DiskTest test, DiskPattern pattern, int blockBytes, int clients)
    {
        var selection = DiskMarkOptions.Definition.SelectProbe(new DiskMarkOptions { Test = test, Direction = DiskDirection.Write, Durability = DiskDurability.Dsync, RestSeconds = 3 });
        var options = Assert.IsType<DiskBlockOptions>(selection.Options);

        Assert.Equal((pattern, blockBytes, clients), (options.Pattern, options.BlockBytes, options.Clients));
        Assert.Equal((DiskDirection.Write, DiskDurability.Dsync, 3.0, 5.0), (options.Direction, options.Durability, options.RestSecondsBefore, options.DurationSeconds));
        Assert.Empty(options.Faults());
    }

    [Theory]
    [InlineData("""{ "clients": [2] }""", "clients", "must be 1: the test says how many operations are under way")]
    [InlineData("""{ "fileBytes": [1048577] }""", "fileBytes", "must be a multiple of 1 MiB (1048576)")]
    [InlineData("""{ "durability": "dsync", "direction": ["read", "write"] }""", "durability", "must be none where direction has read: it says when a write counts as done")]
    [InlineData("""{ "arrivals": "constant", "operationsPerSecond": 5 }""", "arrivals", "must be closed: an operation on a disk keeps a thread until it ends, so that nothing else can start on it")]
    public void What_a_disk_cannot_be_told_is_refused_in_one_sentence(string parameters, string parameter, string message)
    {
        var fault = Assert.Single(SampleSpecs.Read($$"""{ "experiment": "disk.mark", "parameters": {{parameters}} }""").Faults);

        Assert.Equal(("parameters." + parameter, message), (fault.Path, fault.Message));
    }

    [Theory]
    [InlineData("""{ "clients": [2] }""", "clients")]
    [InlineData("""{ "blockBytes": [5000] }""", "blockBytes")]
    [InlineData("""{ "operationsPerClient": 1 }""", "operationsPerClient")]
    public void A_first_pass_needs_one_client_whole_blocks_and_a_later_pass(string parameters, string parameter) =>
        Assert.Equal("parameters." + parameter, Assert.Single(SampleSpecs.Read($$"""{ "experiment": "disk.warm", "parameters": {{parameters}} }""").Faults).Path);

    [Fact]
    public void Nobody_can_choose_the_folder() =>
        Assert.NotEmpty(SampleSpecs.Read("""{ "experiment": "disk.mark", "parameters": { "directory": "/" } }""").Faults);

    [Theory]
    [InlineData(1L << 30, 4_096, (262_144 * 0.02) + ((1L << 30) / 25e6))]
    [InlineData(64L << 30, 1 << 20, (65_536 * 0.02) + ((64L << 30) / 25e6))]
    public void A_pass_may_take_as_long_as_all_its_blocks_because_only_a_block_times_out(long fileBytes, int blockBytes, double secondsOfAPass) => Assert.Equal(
        2 * secondsOfAPass,
        new DiskWarmOptions { FileBytes = fileBytes, BlockBytes = blockBytes, WaitSeconds = 0 }.ExpectedDuration().TotalSeconds,
        1e-3);

    [Fact]
    public void Waits_between_passes_are_expected() => Assert.True(new DiskWarmOptions { WaitSeconds = 100 }.ExpectedDuration() > TimeSpan.FromSeconds(200));

    [Fact]
    public void The_target_is_the_workers_own_machine() => Assert.Equal("local", SampleSpecs.Of("""{ "experiment": "disk.mark" }""").Target);
}
