using AzurePerf.Sources.Serving;

namespace AzurePerf.Cli.Local;

/// <summary>
/// A made archive of satellite images in this process, for a local start without a real one. Its granules have a tenth of the real lines
/// and columns, so that they are made in no time.
/// </summary>
internal sealed class LocalSource : IAsyncDisposable
{
    private const int Coarseness = 10;
    private readonly MadeServer _server;
    private readonly LogFile _log;

    private LocalSource(MadeServer server, LogFile log) => (_server, _log) = (server, log);

    public Uri Address => _server.Address;

    /// <summary>What a worker is told, so that it fetches from here.</summary>
    public IEnumerable<KeyValuePair<string, string>> Settings => [new("Archive:BaseAddress", Address.AbsoluteUri)];

    /// <summary>Starts it at a free port of 127.0.0.1.</summary>
    /// <param name="logsFolder">Existing folder that gets a line a request; null for none.</param>
    /// <param name="cancellationToken">Ends the wait for the start.</param>
    /// <exception cref="LocalStartException">The log cannot be written.</exception>
    public static async Task<LocalSource> StartAsync(string? logsFolder, CancellationToken cancellationToken)
    {
        var log = LogFile.Open("source", logsFolder);
        try
        {
            return new(await MadeServer.StartAsync(new(Coarseness: Coarseness), line => log.Write(line), cancellationToken), log);
        }
        catch
        {
            log.Dispose();
            throw;
        }
    }

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        _log.Dispose();
    }
}
