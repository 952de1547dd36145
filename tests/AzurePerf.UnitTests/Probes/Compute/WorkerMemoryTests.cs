using AzurePerf.Probes.Compute;
using Xunit;

namespace AzurePerf.UnitTests.Probes.Compute;

public sealed class WorkerMemoryTests : IDisposable
{
    private const string Machine = "MemTotal:       16777216 kB\nMemFree:        1024 kB\n";

    private readonly string _root = Directory.CreateTempSubdirectory("memory").FullName;

    [Theory]
    [InlineData("0::/\n", "sys/fs/cgroup/memory.max", "4294967296\n")]
    [InlineData("0::/pods/worker\n", "sys/fs/cgroup/pods/worker/memory.max", "4294967296\n")]
    [InlineData("0::/pods/worker\n", "sys/fs/cgroup/pods/memory.max", "4294967296\n")]
    [InlineData("4:memory:/docker/abc\n2:cpu:/other\n0::/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes", "4294967296\n")]
    public void A_container_has_the_whole_memory_that_it_is_limited_to(string group, string file, string limit)
    {
        Write("proc/meminfo", Machine);
        Write("proc/self/cgroup", group);
        Write(file, limit);

        Assert.Equal(4L << 30, WorkerMemory.BytesOf(_root));
    }

    [Theory]
    [InlineData("0::/\n", "sys/fs/cgroup/memory.max", "max\n")]
    [InlineData("0::/\n", "sys/fs/cgroup/memory.max", "68719476736\n")]
    [InlineData("4:memory:/\n", "sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n")]
    [InlineData("", "sys/fs/cgroup/memory.max", "4294967296\n")]
    public void Without_a_limit_it_is_the_memory_of_the_machine(string group, string file, string limit)
    {
        Write("proc/meminfo", Machine);
        Write("proc/self/cgroup", group);
        Write(file, limit);

        Assert.Equal(16L << 30, WorkerMemory.BytesOf(_root));
    }

    [Fact]
    public void Where_the_machine_does_not_tell_nothing_is_known()
    {
        Assert.Null(WorkerMemory.BytesOf(_root));
        Write("proc/meminfo", "MemTotal: much\n");
        Assert.Null(WorkerMemory.BytesOf(_root));
    }

    public void Dispose() => Directory.Delete(_root, recursive: true);

    private void Write(string path, string text)
    {
        var file = Path.Combine(_root, path);
        Directory.CreateDirectory(Path.GetDirectoryName(file)!);
        File.WriteAllText(file, text);
    }
}
