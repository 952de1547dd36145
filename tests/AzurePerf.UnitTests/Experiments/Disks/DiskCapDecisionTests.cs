using AzurePerf.Core.Experiments.Disks;
using AzurePerf.Core.Experiments.Published;
using Xunit;

namespace AzurePerf.UnitTests.Experiments.Disks;

public sealed class DiskCapDecisionTests
{
    [Theory]
    [InlineData("temporary SSD", "read", nameof(DiskCap.Bytes))]
    [InlineData("temporary SSD", "write", nameof(DiskCap.Bytes))]
    [InlineData("striped, 2 disks", "read", nameof(DiskCap.Operations))]
    [InlineData("striped, 2 disks", "write", nameof(DiskCap.Operations))]
    [InlineData("mirrored, 2 disks", "read", nameof(DiskCap.Operations))]
    [InlineData("mirrored, 2 disks", "write", nameof(DiskCap.Operations))]
    [InlineData("striped, 64K clusters", "read", nameof(DiskCap.Operations))]
    [InlineData("striped, 64K clusters", "write", nameof(DiskCap.Operations))]
    public void Every_volume_of_the_published_table_is_judged_as_its_figures_say(string volume, string direction, string cap) =>
        Assert.Equal(cap, DiskCapDecision.Of(Published(volume, direction))!.Cap.ToString());

    [Fact]
    public void The_figures_are_named() => Assert.Equal(
        "4 KiB blocks moved 8.83 % of the bytes per second of 1 MiB blocks, and 32.0 times as many of them under way brought 3.13 times as many per second (977/s)",
        DiskCapDecision.Of(Published("striped, 2 disks", "read"))!.Text);

    [Fact]
    public void A_disk_that_more_operations_under_way_make_faster_is_capped_by_neither() =>
        Assert.Equal(DiskCap.Neither, DiskCapDecision.Of([new(4_096, 1, 50e6), new(4_096, 32, 420e6), new(1 << 20, 1, 1_800e6), new(1 << 20, 8, 2_500e6)])!.Cap);

    [Theory]
    [InlineData(0, true)]
    [InlineData(1, true)]
    [InlineData(2, false)]
    [InlineData(3, true)]
    public void Where_the_processors_were_busy_in_a_test_that_it_rests_on_nothing_is_decided(int test, bool restsOnIt)
    {
        DiskRate[] rates = [new(4_096, 1, 50e6, 0.5), new(4_096, 32, 100e6, 0.6), new(1 << 20, 1, 1_800e6, 0.3), new(1 << 20, 8, 2_500e6, 0.8)];
        Assert.Equal(DiskCap.Operations, DiskCapDecision.Of(rates)!.Cap);

        rates[test] = rates[test] with { ProcessorShare = 0.93 };

        var decision = DiskCapDecision.Of(rates)!;
        Assert.Equal(restsOnIt ? DiskCap.NotTold : DiskCap.Operations, decision.Cap);
        Assert.Equal(restsOnIt, decision.Text.StartsWith("the processors were 93.0 % busy", StringComparison.Ordinal));
    }

    [Fact]
    public void Without_large_blocks_or_two_depths_of_small_ones_nothing_is_said()
    {
        Assert.Null(DiskCapDecision.Of([]));
        Assert.Null(DiskCapDecision.Of([new(4_096, 1, 50e6), new(4_096, 32, 420e6)]));
        Assert.Null(DiskCapDecision.Of([new(4_096, 32, 420e6), new(1 << 20, 8, 2_500e6)]));
        Assert.Null(DiskCapDecision.Of([new(4_096, 1, 0), new(4_096, 32, 420e6), new(1 << 20, 8, 2_500e6)]));
    }

    private static DiskRate[] Published(string volume, string direction) =>
    [
        .. PublishedPoints.All.Where(point => point.Experiment == "disk.mark" && point.Series == volume && point.X.EndsWith(direction, StringComparison.Ordinal))
            .Select(point => new DiskRate(BlockOf(point.X), point.X.Contains("QD32", StringComparison.Ordinal) ? 32 : 1, point.Value * 1e6)),
    ];

    private static int BlockOf(string test) => test.StartsWith("4K", StringComparison.Ordinal) ? 4_096 : test.Contains("QD32", StringComparison.Ordinal) ? 128 << 10 : 1 << 20;
}
