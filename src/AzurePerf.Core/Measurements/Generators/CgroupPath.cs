namespace AzurePerf.Core.Measurements.Generators;

/// <summary>Where the files of a process's control group lie, from <c>/proc/self/cgroup</c> (cgroups(7)).</summary>
/// <param name="Folder">Below the mounted hierarchy; begins with a slash.</param>
/// <param name="IsUnified">True in the unified hierarchy (version 2), false in that of the controller (version 1).</param>
public sealed record CgroupPath(string Folder, bool IsUnified)
{
    /// <summary>The group of a controller; null when the text names none. A line of version 1 wins, because there the controller cannot be
    /// in version 2 as well.</summary>
    /// <param name="text">Of the file.</param>
    /// <param name="controller">That of processor time unless told.</param>
    public static CgroupPath? Parse(string text, string controller = "cpu")
    {
        ArgumentNullException.ThrowIfNull(text);
        var lines = text.Split('\n').Select(line => line.TrimEnd().Split(':', 3)).Where(line => line.Length == 3 && line[2].StartsWith('/'))
            .ToArray();
        return lines.FirstOrDefault(line => line[1].Split(',').Contains(controller)) is { } first ? new(first[2], IsUnified: false)
            : lines.FirstOrDefault(line => line is ["0", "", _]) is { } second ? new(second[2], IsUnified: true)
            : null;
    }
}
