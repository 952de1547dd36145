namespace AzurePerf.Core.Measurements.Generators;

/// <summary>Where the files of a process's control group lie, from <c>/proc/self/cgroup</c> (cgroups(7)).</summary>
/// <param name="Folder">Below the mounted hierarchy; begins with a slash.</param>
/// <param name="IsUnified">True in the unified hierarchy (version 2), false in that of the controller <c>cpu</c> (version 1).</param>
public sealed record CgroupPath(string Folder, bool IsUnified)
{
    private const string Controller = "cpu";

    /// <summary>The group that limits processor time; null when the text names none. A line of version 1 wins, because there the controller
    /// cannot be in version 2 as well.</summary>
    public static CgroupPath? Parse(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var lines = text.Split('\n').Select(line => line.TrimEnd().Split(':', 3)).Where(line => line.Length == 3 && line[2].StartsWith('/'))
            .ToArray();
        return lines.FirstOrDefault(line => line[1].Split(',').Contains(Controller)) is { } first ? new(first[2], IsUnified: false)
            : lines.FirstOrDefault(line => line is ["0", "", _]) is { } second ? new(second[2], IsUnified: true)
            : null;
    }
}
