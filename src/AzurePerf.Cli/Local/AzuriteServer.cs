using System.Security.Cryptography;
using System.Text.RegularExpressions;

namespace AzurePerf.Cli.Local;

/// <summary>
/// One running storage emulator with one account of its own: in memory, on free loopback ports, with a key that exists only as long
/// as it runs. It ends with this process.
/// </summary>
public sealed partial class AzuriteServer : IAsyncDisposable
{
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan StopGrace = TimeSpan.FromSeconds(3);

    private readonly Dictionary<string, string> _endpoints = [];
    private readonly TaskCompletionSource _listening = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly string _account;
    private readonly string _folder;
    private readonly string _key = Convert.ToBase64String(RandomNumberGenerator.GetBytes(64));
    private readonly ChildProcess _process;

    private AzuriteServer(string account, AzuriteInstallation installation, string? logsFolder)
    {
        (_account, _folder) = (account, installation.Folder);
        _process = ChildProcess.Start(
            $"azurite-{account}", installation.StartInfo(account, _key), Printed, logsFolder, TimeProvider.System);
    }

    /// <summary>Connection string with the blob, queue and table endpoints.</summary>
    public string ConnectionString => $"DefaultEndpointsProtocol=http;AccountName={_account};AccountKey={_key};"
        + string.Concat(
            _endpoints.OrderBy(endpoint => endpoint.Key, StringComparer.Ordinal)
                .Select(endpoint => $"{endpoint.Key}Endpoint={endpoint.Value}/{_account};"));

    public int ProcessId => _process.ProcessId;

    internal ChildProcess Process => _process;

    /// <summary>Installs the emulator if this user has not got it yet, and starts it.</summary>
    /// <param name="account">Name of the account: 3 to 24 lower-case letters and digits.</param>
    /// <exception cref="LocalStartException">Node.js or npm is missing or failed, or the emulator did not start.</exception>
    public static async Task<AzuriteServer> StartAsync(string account, CancellationToken cancellationToken)
    {
        var installation = await AzuriteInstallation.FindOrInstallAsync(new Progress<string>(), cancellationToken);
        return await StartAsync(account, installation, logsFolder: null, cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        await _process.StopAsync(StopGrace);
        await _process.DisposeAsync();
    }

    internal static async Task<AzuriteServer> StartAsync(
        string account, AzuriteInstallation installation, string? logsFolder, CancellationToken cancellationToken)
    {
        var server = new AzuriteServer(account, installation, logsFolder);
        try
        {
            await server.ListenAsync(cancellationToken);
            return server;
        }
        catch
        {
            await server._process.DisposeAsync();
            throw;
        }
    }

    private async Task ListenAsync(CancellationToken cancellationToken)
    {
        try
        {
            await Task.WhenAny(_listening.Task, _process.Exited).WaitAsync(StartLimit, TimeProvider.System, cancellationToken);
        }
        catch (TimeoutException)
        {
            throw new LocalStartException(
                $"the storage emulator did not start within {StartLimit.TotalSeconds:0} s: {_process.Tail.EssentialLine()}");
        }

        if (!_listening.Task.IsCompleted)
        {
            throw new LocalStartException(
                $"the storage emulator did not start: {await _process.Exited}: if it is damaged, delete {_folder} and start again");
        }
    }

    private void Printed(string line)
    {
        if (ListeningLine().Match(line) is { Success: true } match)
        {
            _endpoints[match.Groups["service"].Value] = match.Groups["address"].Value;
            if (_endpoints.Count == 3)
            {
                _listening.TrySetResult();
            }
        }
    }

    [GeneratedRegex("Azurite (?<service>Blob|Queue|Table) service is successfully listening at (?<address>http://[0-9.:]+)")]
    private static partial Regex ListeningLine();
}
