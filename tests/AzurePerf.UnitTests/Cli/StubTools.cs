using AzurePerf.Cli.Local;

namespace AzurePerf.UnitTests.Cli;

/// <summary>A machine with these tools.</summary>
internal sealed class StubTools : IToolProbe
{
    public string? Node { get; init; } = "v22.1.0";

    public string? Npm { get; init; } = "10.9.0";

    public string? TemporaryFault { get; init; }

    public Task<string?> VersionAsync(string tool, CancellationToken cancellationToken) => Task.FromResult(tool == "node" ? Node : Npm);

    public string? TemporaryDirectoryFault() => TemporaryFault;
}
