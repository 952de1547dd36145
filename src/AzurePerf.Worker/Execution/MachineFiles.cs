using System.Text;
using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Probes.Processors;
using AzurePerf.Sandbox.Processes;

namespace AzurePerf.Worker.Execution;

/// <summary>Reads what Linux tells of the machine and of the process's control group in files. What is not there, or may not be read, is
/// not known.</summary>
internal sealed class MachineFiles
{
    private const string Hierarchies = "sys/fs/cgroup";

    private readonly string? _root;
    private readonly string? _statistics;

    /// <param name="root">The root of the file system; null on a system without these files.</param>
    public MachineFiles(string? root)
    {
        _root = root;
        Kernel = Read("proc/sys/kernel/osrelease")?.Trim() ?? "";
        Processor = Read("proc/cpuinfo") is { } text ? ProcessorModel.Parse(text) : "";
        var group = Read("proc/self/cgroup") is { } groups ? CgroupPath.Parse(groups) : null;
        (_statistics, ProcessorQuota) = group is null ? (null, null) : (Find(group, "cpu.stat"), QuotaOf(group));
    }

    /// <summary>Release of the kernel, or empty.</summary>
    public string Kernel { get; }

    /// <summary>What the processor calls itself, or empty.</summary>
    public string Processor { get; }

    /// <summary>Processors whose time the process may use; null without a limit.</summary>
    public double? ProcessorQuota { get; }

    public MachineCounters ReadCounters() => new()
    {
        Machine = Read("proc/stat") is { } stat ? ProcStat.Parse(stat) : null,
        Throttling = _statistics is not null && Read(_statistics) is { } throttling ? CgroupThrottling.Parse(throttling) : null,
        Network = Read("proc/net/dev") is { } devices ? NetworkCounters.Parse(devices, NetworkDevices()) : null,
        Storage = Read("proc/self/io") is { } storage ? StorageCounters.Parse(storage) : null,
    };

    /// <summary>Processor times of this process's threads that receive for all sockets.</summary>
    public ReceivingThreadTimes ReadReceivingThreads()
    {
        var times = new Dictionary<string, long>(StringComparer.Ordinal);
        foreach (var folder in Folders("proc/self/task"))
        {
            var thread = "proc/self/task/" + Path.GetFileName(folder);
            if (Read(thread + "/comm")?.Trim() == ReceivingThreadTimes.Name && Read(thread + "/stat") is { } stat
                && ProcessStat.Parse(Encoding.UTF8.GetBytes(stat)) is { } read)
            {
                times[thread] = read.ProcessorTicks;
            }
        }

        return new(times);
    }

    private string[] Folders(string path)
    {
        try
        {
            return _root is null ? [] : Directory.GetDirectories(Path.Combine(_root, path));
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    // Each time anew: at a servicing of its host a machine loses a device for a while.
    private NetworkDevice[] NetworkDevices()
    {
        try
        {
            return [.. Directory.EnumerateDirectories(Path.Combine(_root!, "sys/class/net")).Select(path => new NetworkDevice(
                Path.GetFileName(path),
                Path.Exists(Path.Combine(path, "device")),
                Path.GetFileName(new DirectoryInfo(Path.Combine(path, "master")).LinkTarget)))];
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private double? QuotaOf(CgroupPath group) => group.IsUnified
        ? ReadOf(group, "cpu.max") is { } limit ? CgroupQuota.Parse(limit) : null
        : ReadOf(group, "cpu.cfs_quota_us") is { } quota && ReadOf(group, "cpu.cfs_period_us") is { } period
            ? CgroupQuota.Parse(quota, period)
            : null;

    private string? ReadOf(CgroupPath group, string name) => Find(group, name) is { } path ? Read(path) : null;

    // In a container the path is often that of the host, and what is mounted is the group itself.
    private string? Find(CgroupPath group, string name)
    {
        string[] mounts = group.IsUnified ? [Hierarchies, Hierarchies + "/unified"] : [Hierarchies + "/cpu", Hierarchies + "/cpu,cpuacct"];
        return mounts.SelectMany(mount => new[] { mount + group.Folder.TrimEnd('/') + "/" + name, mount + "/" + name })
            .FirstOrDefault(path => Read(path) is not null);
    }

    private string? Read(string path) => _root is null ? null : SystemFile.Read(Path.Combine(_root, path));
}
