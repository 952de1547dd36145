using System.Collections.Concurrent;
using System.Globalization;
using AzurePerf.Cli.Local;
using AzurePerf.Cli.Local.Postgres;
using AzurePerf.StorageTests;
using Xunit;

[assembly: AssemblyFixture(typeof(PostgresFixture))]

namespace AzurePerf.StorageTests;

/// <summary>One database server for all tests of the assembly, started for the first that asks; each test works on databases of its own.</summary>
public sealed class PostgresFixture : IAsyncDisposable
{
    /// <summary>Begins why a test is skipped.</summary>
    public const string WhyNone = "no PostgreSQL runs here: ";

    private readonly Lazy<Task<PostgresServer>> _server;
    private readonly Lazy<Task<PostgresInstallation>> _installed =
        new(() => PostgresInstallation.FindOrInstallAsync(new Progress<string>(), CancellationToken.None));

    private readonly ConcurrentDictionary<object, Lazy<Task<string>>> _loaded = new();

    private int _names;

    public PostgresFixture() => _server = new(async () => await PostgresServer.StartAsync(await _installed.Value, logsFolder: null, CancellationToken.None));

    /// <summary>As a target's setting; skips the test where no server can be had. One that is installed and does not start fails it.</summary>
    public async Task<string> AddressAsync()
    {
        try
        {
            await _installed.Value;
        }
        catch (LocalStartException reason)
        {
            Assert.Skip(WhyNone + reason.Message);
        }

        return (await _server.Value).Address;
    }

    /// <summary>A name that no other test of this run uses, allowed for databases that runs make.</summary>
    public string NewName() => string.Create(CultureInfo.InvariantCulture, $"azptest{Interlocked.Increment(ref _names):D5}");

    /// <summary>A database that is loaded for the first that asks for these data. A copy of it takes a tenth of the time of a load; nobody changes it or stays in it.</summary>
    /// <param name="data">What is in it.</param>
    /// <param name="loadAsync">Makes and loads a database of that name.</param>
    public Task<string> LoadedAsync(object data, Func<string, Task> loadAsync) => _loaded.GetOrAdd(data, _ => new(async () =>
    {
        var name = NewName();
        await loadAsync(name);
        return name;
    })).Value;

    public async ValueTask DisposeAsync()
    {
        if (_server is { IsValueCreated: true, Value.IsCompletedSuccessfully: true })
        {
            await (await _server.Value).DisposeAsync();
        }
    }
}
