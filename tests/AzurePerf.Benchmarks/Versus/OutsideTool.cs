namespace AzurePerf.Benchmarks.Versus;

/// <summary>Something from outside that a comparison needs on the machine.</summary>
/// <param name="Name">As people know it, e.g. iperf3.</param>
/// <param name="Installation">How to get it, e.g. apt-get install iperf3.</param>
/// <param name="IsPresent">Looks whether it is there.</param>
internal sealed record OutsideTool(string Name, string Installation, Func<bool> IsPresent)
{
    /// <summary>A program found along the PATH.</summary>
    public static OutsideTool Command(string name, string installation)
        => new(name, installation, () => IsOnPath(name, Environment.GetEnvironmentVariable("PATH")));

    internal static bool IsOnPath(string name, string? path)
        => (path ?? "").Split(Path.PathSeparator, StringSplitOptions.RemoveEmptyEntries).Any(folder => File.Exists(Path.Combine(folder, name)));
}
