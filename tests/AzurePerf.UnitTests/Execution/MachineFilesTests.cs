using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Worker.Execution;
using Xunit;

namespace AzurePerf.UnitTests.Execution;

public sealed class MachineFilesTests : IDisposable
{
    private readonly string _root = Directory.CreateTempSubdirectory("machine").FullName;

    [Fact]
    public void The_files_of_version_2_are_those_of_the_process_s_own_group()
    {
        Write("proc/self/cgroup", "0::/slice/worker\n");
        Write("sys/fs/cgroup/cpu.stat", "nr_throttled 99\nthrottled_usec 99\n");
        Write("sys/fs/cgroup/slice/worker/cpu.stat", "nr_throttled 2\nthrottled_usec 3\n");
        Write("sys/fs/cgroup/slice/worker/cpu.max", "50000 100000\n");
        var files = new MachineFiles(_root);

        Assert.Equal(new CgroupThrottling(2, 3_000), files.ReadCounters().Throttling);
        Assert.Equal(0.5, files.ProcessorQuota);
    }

    [Fact]
    public void In_a_container_that_names_the_path_of_its_host_the_mounted_group_is_its_own()
    {
        Write("proc/self/cgroup", "4:memory:/docker/abc\n2:cpu,cpuacct:/docker/abc\n0::/\n");
        Write("sys/fs/cgroup/cpu,cpuacct/cpu.stat", "nr_throttled 7\nthrottled_time 11\n");
        Write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "150000\n");
        Write("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000\n");
        var files = new MachineFiles(_root);

        Assert.Equal(new CgroupThrottling(7, 11), files.ReadCounters().Throttling);
        Assert.Equal(1.5, files.ProcessorQuota);
    }

    [Fact]
    public void Counters_are_read_anew_and_the_names_of_kernel_and_processor_once()
    {
        Write("proc/sys/kernel/osrelease", "6.1.0-azure\n");
        Write("proc/cpuinfo", "model name\t: AMD EPYC\n");
        Write("proc/stat", "cpu 1 0 0 9 0 0 0 0 0 0\nctxt 5\n");
        var files = new MachineFiles(_root);
        var before = files.ReadCounters();
        Write("proc/stat", "cpu 3 0 0 11 0 0 0 0 0 0\nctxt 8\n");

        Assert.Equal(("6.1.0-azure", "AMD EPYC"), (files.Kernel, files.Processor));
        Assert.Equal((0.5, 3L), (before.Until(files.ReadCounters()).BusyShare, before.Until(files.ReadCounters()).ContextSwitches));
    }

    [Fact]
    public void Of_the_threads_that_receive_the_busiest_one_counts()
    {
        Thread("7", ".NET Sockets", user: 100, system: 50);
        Thread("8", ".NET Sockets", user: 10, system: 0);
        Thread("9", ".NET TP Worker", user: 0, system: 0);
        var files = new MachineFiles(_root);
        var before = files.ReadReceivingThreads();
        Thread("7", ".NET Sockets", user: 120, system: 70);
        Thread("8", ".NET Sockets", user: 60, system: 25);
        Thread("9", ".NET TP Worker", user: 900, system: 0);

        Assert.Equal(0.75, before.BusiestSecondsUntil(files.ReadReceivingThreads()));

        void Thread(string id, string name, int user, int system)
        {
            Write($"proc/self/task/{id}/comm", name + "\n");
            Write($"proc/self/task/{id}/stat", $"{id} ({name}) S 1 1 1 0 -1 4194304 9 0 0 0 {user} {system} 0 0 20 0 9 0 5 0 0\n");
        }
    }

    [Fact]
    public void Without_a_thread_that_receives_nothing_is_said_of_one()
    {
        var files = new MachineFiles(root: null);

        Assert.Null(files.ReadReceivingThreads().BusiestSecondsUntil(files.ReadReceivingThreads()));
    }

    [Fact]
    public void With_accelerated_networking_a_byte_is_counted_once()
    {
        Write("proc/net/dev", "eth0: 1000 0 0 0 0 0 0 0 500 0 0 0 0 0 0 0\nenP1s1: 900 0 0 0 0 0 0 0 450 0 0 0 0 0 0 0\n");
        Write("sys/devices/eth0/device/vendor", "");
        Write("sys/devices/enP1s1/device/vendor", "");
        Directory.CreateDirectory(Path.Combine(_root, "sys/class/net"));
        Directory.CreateSymbolicLink(Path.Combine(_root, "sys/devices/enP1s1/master"), "../eth0");
        Directory.CreateSymbolicLink(Path.Combine(_root, "sys/class/net/eth0"), "../../devices/eth0");
        Directory.CreateSymbolicLink(Path.Combine(_root, "sys/class/net/enP1s1"), "../../devices/enP1s1");

        Assert.Equal(new NetworkCounters(1_000, 500, 0), new MachineFiles(_root).ReadCounters().Network);
    }

    [Fact]
    public void Where_there_are_no_such_files_nothing_is_known()
    {
        Assert.Equal(MachineCounters.NotRead, new MachineFiles(_root).ReadCounters());
        var none = new MachineFiles(null);

        Assert.Equal(MachineCounters.NotRead, none.ReadCounters());
        Assert.Equal(("", "", null), (none.Kernel, none.Processor, none.ProcessorQuota));
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);

    private void Write(string path, string text)
    {
        var file = Path.Combine(_root, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }
}
