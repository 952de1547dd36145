using AzurePerf.Core.Measurements.Generators;
using Xunit;

namespace AzurePerf.UnitTests.Measurements.Generators;

public sealed class LinuxTextTests
{
    private const string Stat = """
        cpu  48636 7 7549 118549 2193 5 146 3426 100 0
        cpu0 23666 0 3432 61303 114 0 40 1737 0 0
        intr 4096 0 9
        ctxt 4407123
        btime 1795319925
        """;

    private const string Devices = """
        Inter-|   Receive                                                |  Transmit
         face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed
            lo: 16024017   23127    0    0    0     0          0         0 16024017   23127    0    0    0     0       0          0
          eth0:150271164    5080    0    0    0     0          0         0   714466    4416    0    0    0     0       0          0
          eth1:      1000       1    0    0    0     0          0         0       34       1    0    0    0     0       0          0
        """;

    [Fact]
    public void Ticks_are_busy_unless_idle_or_waiting_for_a_disk_and_guests_count_once() =>
        Assert.Equal(new ProcStat(48_636 + 7 + 7_549 + 5 + 146 + 3_426, 3_426, 48_636 + 7 + 7_549 + 118_549 + 2_193 + 5 + 146 + 3_426, 4_407_123), ProcStat.Parse(Stat));

    [Theory]
    [InlineData("")]
    [InlineData("cpu  1 2 3")]
    [InlineData("cpu  1 2 3 4 5 6 7 8 9 10")]
    [InlineData("cpu  1 2 3 4 5 6 7 x 9 10\nctxt 5")]
    [InlineData("cpu  1 2 3 4 5 6 7 8 9 10\nctxt -5")]
    public void Another_text_is_not_read(string text) => Assert.Null(ProcStat.Parse(text));

    [Fact]
    public void Only_what_the_storage_moved_is_read_and_not_what_the_process_asked_for() => Assert.Equal(
        new StorageCounters(67_108_864, 4_096),
        StorageCounters.Parse("rchar: 99\nwchar: 98\nsyscr: 97\nsyscw: 96\nread_bytes: 67108864\nwrite_bytes: 4096\ncancelled_write_bytes: 95\n"));

    [Fact]
    public void Without_both_counters_nothing_is_known_of_the_storage() => Assert.Null(StorageCounters.Parse("rchar: 99\nread_bytes: 67108864\n"));

    [Fact]
    public void The_loopback_is_counted_apart_from_all_other_devices() =>
        Assert.Equal(new NetworkCounters(150_272_164, 714_500, 16_024_017), NetworkCounters.Parse(Devices, []));

    [Fact]
    public void A_byte_that_passes_several_devices_is_counted_once() => Assert.Equal(
        new NetworkCounters(1_000 + 40, 500 + 20, 7),
        NetworkCounters.Parse(
            string.Join('\n', [Row("eth0", 1_000, 500), Row("enP1s1", 900, 450), Row("eth1", 40, 20), Row("bond0", 40, 20), Row("bond0.5", 39, 19), Row("lo", 7, 7)]),
            [new("eth0", true, null), new("enP1s1", true, "eth0"), new("eth1", true, "bond0"), new("bond0", false, null), new("bond0.5", false, null), new("lo", false, null)]));

    [Fact]
    public void Without_hardware_all_devices_count() =>
        Assert.Equal(new NetworkCounters(3, 4, 7), NetworkCounters.Parse(string.Join('\n', [Row("eth0", 3, 4), Row("lo", 7, 7)]), [new("eth0", false, null), new("lo", false, null)]));

    [Theory]
    [InlineData("")]
    [InlineData("eth0: 1 2 3")]
    [InlineData("no colon at all")]
    [InlineData("eth0: a 0 0 0 0 0 0 0 b 0 0 0 0 0 0 0")]
    public void A_text_without_devices_is_not_read(string text) => Assert.Null(NetworkCounters.Parse(text, []));

    [Theory]
    [InlineData("0::/system.slice/worker.service\n", "/system.slice/worker.service", true)]
    [InlineData("9:name=systemd:/\n3:cpuset:/a\n2:cpu,cpuacct:/kube/pod:1\n0::/\n", "/kube/pod:1", false)]
    [InlineData("1:cpu:/\n0::/other\n", "/", false)]
    public void The_control_group_is_that_of_the_processor(string text, string folder, bool unified) => Assert.Equal(new CgroupPath(folder, unified), CgroupPath.Parse(text));

    [Theory]
    [InlineData("")]
    [InlineData("3:cpuset:/a\n")]
    [InlineData("0::relative\n")]
    public void Without_a_control_group_there_is_none(string text) => Assert.Null(CgroupPath.Parse(text));

    [Fact]
    public void Throttling_is_counted_by_both_versions_of_control_groups()
    {
        Assert.Equal(new CgroupThrottling(12, 3_400_000), CgroupThrottling.Parse("usage_usec 5\nnr_periods 100\nnr_throttled 12\nthrottled_usec 3400\n"));
        Assert.Equal(new CgroupThrottling(12, 3_400), CgroupThrottling.Parse("nr_periods 100\nnr_throttled 12\nthrottled_time 3400\n"));
        Assert.Null(CgroupThrottling.Parse("usage_usec 5\nuser_usec 3\n"));
        Assert.Null(CgroupThrottling.Parse("nr_throttled 12\n"));
    }

    [Fact]
    public void A_quota_is_a_number_of_processors()
    {
        Assert.Equal(1.5, CgroupQuota.Parse("150000 100000\n"));
        Assert.Null(CgroupQuota.Parse("max 100000\n"));
        Assert.Null(CgroupQuota.Parse("150000\n"));
        Assert.Equal(0.5, CgroupQuota.Parse("50000\n", "100000\n"));
        Assert.Null(CgroupQuota.Parse("-1\n", "100000\n"));
        Assert.Null(CgroupQuota.Parse("50000\n", "0\n"));
    }

    [Fact]
    public void A_processor_has_the_name_that_it_gives_itself()
    {
        Assert.Equal("AMD EPYC 7763: 64-Core", ProcessorModel.Parse("processor\t: 0\nmodel\t\t: 1\nmodel name\t: AMD EPYC 7763: 64-Core\nprocessor\t: 1\nmodel name\t: other\n"));
        Assert.Equal("", ProcessorModel.Parse("processor\t: 0\nBogoMIPS\t: 50.00\n"));
    }

    private static string Row(string name, long received, long sent) => FormattableString.Invariant($"{name}: {received} 0 0 0 0 0 0 0 {sent} 0 0 0 0 0 0 0");
}
