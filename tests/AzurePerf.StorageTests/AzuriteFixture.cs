using System.Globalization;
using AzurePerf.Cli.Local;
using AzurePerf.StorageTests;
using Xunit;

[assembly: AssemblyFixture(typeof(AzuriteFixture))]

namespace AzurePerf.StorageTests;

/// <summary>One emulator for all tests of the assembly; each test works on tables, queues and containers of its own.</summary>
public sealed class AzuriteFixture : IAsyncLifetime
{
    private const string AccountName = "conformance";

    private int _names;
    private AzuriteServer? _server;

    public string ConnectionString => Server.ConnectionString;

    private AzuriteServer Server => _server ?? throw new InvalidOperationException("The emulator is not started yet.");

    public async ValueTask InitializeAsync() => _server = await AzuriteServer.StartAsync(AccountName, TestContext.Current.CancellationToken);

    public async ValueTask DisposeAsync()
    {
        if (_server is not null)
        {
            await _server.DisposeAsync();
        }
    }

    /// <summary>A name that no other test of this run uses, allowed for tables, queues and containers alike.</summary>
    public string NewName() => string.Create(CultureInfo.InvariantCulture, $"test{Interlocked.Increment(ref _names):D5}");
}
