using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Programs;

/// <summary>The files and folders of a package must be the same on every system: no two names for one, no name for two.</summary>
internal static class ProgramTree
{
    /// <exception cref="ProgramFaultException">A path cannot be, or two do not go together.</exception>
    public static void Check(IReadOnlyList<ZipEntry> entries)
    {
        var known = new Dictionary<string, (string Path, bool IsFolder)>(StringComparer.OrdinalIgnoreCase);
        var entered = new HashSet<string>(StringComparer.Ordinal);
        foreach (var entry in entries)
        {
            if (ProgramPath.WhyNot(entry.Path) is { } why)
            {
                throw new ProgramFaultException($"The path {entry.Shown} in the zip {why}.");
            }

            if (entry is { IsFolder: true, Bytes: > 0 })
            {
                throw new ProgramFaultException($"The folder {entry.Shown} in the zip has content.");
            }

            if (!entered.Add(entry.Path))
            {
                throw new ProgramFaultException($"The zip has {entry.Shown} twice.");
            }

            Add(known, entry.Path, entry.IsFolder);
            for (var slash = entry.Path.LastIndexOf('/'); slash > 0; slash = entry.Path.LastIndexOf('/', slash - 1))
            {
                Add(known, entry.Path[..slash], isFolder: true);
            }
        }
    }

    private static void Add(Dictionary<string, (string Path, bool IsFolder)> known, string path, bool isFolder)
    {
        if (!known.TryGetValue(path, out var there))
        {
            known[path] = (path, isFolder);
            if (known.Count > PackageLimits.Paths)
            {
                throw new ProgramFaultException(
                    $"The paths in the zip make more than {NumberFormat.Count(PackageLimits.Paths)} files and folders.");
            }
        }
        else if (there.Path != path)
        {
            throw new ProgramFaultException(
                $"The paths {ProgramPath.Shown(there.Path)} and {ProgramPath.Shown(path)} in the zip differ only by case.");
        }
        else if (there.IsFolder != isFolder)
        {
            throw new ProgramFaultException($"The zip has {ProgramPath.Shown(path)} both as a file and as a folder.");
        }
    }
}
