using System.Globalization;
using AzurePerf.Core.Measurements.Generators;
using AzurePerf.Probes.Processors;

namespace AzurePerf.Probes.Compute;

/// <summary>The memory that this process may use: the machine's, or what its control group is limited to, as in a container.</summary>
internal static class WorkerMemory
{
    private const string Groups = "sys/fs/cgroup";

    /// <summary>Read anew each time: a limit may change. Where nobody tells, what the collected heap may grow to.</summary>
    public static long Bytes => BytesOf("/") ?? GC.GetGCMemoryInfo().TotalAvailableMemoryBytes;

    /// <param name="root">The root of the file system.</param>
    /// <returns>Null where the files do not tell.</returns>
    internal static long? BytesOf(string root) => Read(root, "proc/meminfo") is { } machine && TotalOf(machine) is { } total
        ? Limits(root).Append(total).Min()
        : null;

    // Also those of the groups around it. In a container the path is often that of the host, and what is mounted is the group itself.
    private static IEnumerable<long> Limits(string root)
    {
        if (Read(root, "proc/self/cgroup") is not { } groups || CgroupPath.Parse(groups, "memory") is not { } group)
        {
            yield break;
        }

        var (mounts, file) = group.IsUnified
            ? ((string[])[Groups, Groups + "/unified"], "memory.max")
            : ([Groups + "/memory"], "memory.limit_in_bytes");
        for (var folder = group.Folder.TrimEnd('/'); ; folder = folder[..folder.LastIndexOf('/')])
        {
            foreach (var mount in mounts)
            {
                if (Read(root, $"{mount}{folder}/{file}") is { } limit && Number(limit.Trim()) is { } bytes)
                {
                    yield return bytes;
                }
            }

            if (folder.Length == 0)
            {
                yield break;
            }
        }
    }

    private static long? TotalOf(string machine) =>
        machine.Split('\n').FirstOrDefault(line => line.StartsWith("MemTotal:", StringComparison.Ordinal)) is { } line
            && line.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries) is [_, var size, "kB"]
                ? Number(size) << 10
                : null;

    // "max" is no limit.
    private static long? Number(string word) =>
        long.TryParse(word, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    private static string? Read(string root, string path) => SystemFile.Read(Path.Combine(root, path));
}
