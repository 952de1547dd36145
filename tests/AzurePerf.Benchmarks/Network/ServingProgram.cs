using System.Diagnostics;

namespace AzurePerf.Benchmarks.Network;

/// <summary>A program of somebody else that serves until it is disposed: it would outlive this process.</summary>
internal sealed class ServingProgram(string name, params string[] arguments) : IAsyncDisposable
{
    public Process Process { get; } =
        Process.Start(new ProcessStartInfo(name, arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;

    public async ValueTask DisposeAsync()
    {
        Process.Kill();
        await Process.WaitForExitAsync();
        Process.Dispose();
    }
}
