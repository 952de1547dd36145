using System.Globalization;
using AzurePerf.Cli.Local;
using AzurePerf.ProcessTests.Faults;

[assembly: AssemblyFixture(typeof(Emulators))]

namespace AzurePerf.ProcessTests.Faults;

/// <summary>One emulator for the control planes of all installations and one for what they measure; they start when the first of them is needed.</summary>
public sealed class Emulators : IAsyncDisposable
{
    private readonly Lazy<Task<AzuriteServer[]>> _servers = new(() =>
        Task.WhenAll(AzuriteServer.StartAsync("control", CancellationToken.None), AzuriteServer.StartAsync("target", CancellationToken.None)));

    private int _prefixes;

    /// <summary>Connection strings of the two accounts.</summary>
    public async Task<(string Control, string Target)> StartedAsync() =>
        await _servers.Value is [var control, var target] ? (control.ConnectionString, target.ConnectionString) : throw new InvalidOperationException("two emulators were started");

    /// <summary>What tells the names of one control plane from those of the others.</summary>
    public string NewPrefix() => string.Create(CultureInfo.InvariantCulture, $"i{Interlocked.Increment(ref _prefixes)}");

    public async ValueTask DisposeAsync()
    {
        if (_servers.IsValueCreated)
        {
            await Task.WhenAll((await _servers.Value).Select(server => server.DisposeAsync().AsTask()));
        }
    }
}
