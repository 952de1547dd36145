using System.Collections.Concurrent;
using AzurePerf.Cli.Local.Postgres;
using AzurePerf.Core.Targets;

namespace AzurePerf.Cli.Local;

/// <summary>
/// The accounts of a local cluster: those that are given, and an emulator of its own for each role that is left open, so that the
/// control plane does not disturb what is measured; and a database where one is to be measured and none is given.
/// </summary>
internal sealed class LocalAccounts(LocalClusterOptions options, IProgress<string> progress) : IAsyncDisposable
{
    private readonly ConcurrentBag<AzuriteServer> _emulators = [];
    private readonly ConcurrentDictionary<string, string> _variables = new(StringComparer.Ordinal);
    private LocalDatabase? _database;

    public IEnumerable<ChildProcess> Processes =>
        [.. _emulators.Select(emulator => emulator.Process), .. _database?.Process is { } server ? [server] : Array.Empty<ChildProcess>()];

    /// <summary>What a host reads with <see cref="StorageAccounts.Read"/>; holds keys. Only workers are given what opens a
    /// target.</summary>
    public IReadOnlyDictionary<string, string> VariablesFor(HostKind kind) => kind == HostKind.Worker
        ? _variables
        : _variables.Where(variable => variable.Key is StorageAccounts.ControlVariable or StorageAccounts.ControlIdentityVariable)
            .ToDictionary();

    /// <exception cref="LocalStartException">An emulator is needed and cannot be started.</exception>
    /// <exception cref="Core.Settings.SettingsException">A target is the control account, and that is not allowed.</exception>
    public async Task<StorageAccounts> StartAsync(CancellationToken cancellationToken)
    {
        _variables[StorageAccounts.SameAccountVariable] = options.SameAccount ? "1" : "0";
        foreach (var (target, address) in options.Targets)
        {
            _variables[VariableOf(target)] = TextOf(address);
            Pass(StorageAccounts.MeasuredIdentityVariable, address);
        }

        options.OtherTargets.AddTo(_variables);
        if (options.Control is { } control)
        {
            _variables[StorageAccounts.ControlVariable] = TextOf(control);
            Pass(StorageAccounts.ControlIdentityVariable, control);
        }

        await StartOpenAsync(OpenEmulators(), cancellationToken);
        return StorageAccounts.Read(
            _variables.Select(variable => KeyValuePair.Create<string, string?>(variable.Key, variable.Value)), needsTarget: true);
    }

    public async ValueTask DisposeAsync() => await Task.WhenAll(
        _emulators.Select(emulator => emulator.DisposeAsync().AsTask()).Append(_database?.DisposeAsync().AsTask() ?? Task.CompletedTask));

    private void Pass(string variable, StorageAccountAddress address)
    {
        if (address.IdentityClientId is { } clientId)
        {
            _variables[variable] = clientId;
        }
    }

    /// <summary>Of the emulators that are needed: the account's name by the variable that is to open it.</summary>
    private Dictionary<string, string> OpenEmulators()
    {
        var open = new Dictionary<string, string>();
        if (options.Control is null)
        {
            open.Add(StorageAccounts.ControlVariable, "control");
        }

        if (options.Targets.Count == 0 && !options.OtherTargets.Settings.Any(target => target.Name == StorageAccounts.DefaultTarget))
        {
            open.Add(StorageAccounts.TargetVariable, "target");
        }

        return open;
    }

    /// <summary>Without emulators there is no start: the database is not installed before them, and the first that cannot start ends the
    /// waiting for everything else.</summary>
    private async Task StartOpenAsync(Dictionary<string, string> open, CancellationToken cancellationToken)
    {
        using var giveUp = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var starts = new List<Task>();
        if (open.Count > 0)
        {
            var installation = await AzuriteInstallation.FindOrInstallAsync(progress, cancellationToken);
            progress.Report(open.Count == 1 ? "Starting a storage emulator" : "Starting two storage emulators");
            starts.AddRange(open.Select(emulator => OrGiveUpAsync(
                StartEmulatorAsync(emulator.Key, emulator.Value, installation, giveUp.Token))));
        }

        await Task.WhenAll([.. starts, StartDatabaseAsync(giveUp.Token)]);

        async Task OrGiveUpAsync(Task start)
        {
            try
            {
                await start;
            }
            catch (LocalStartException)
            {
                await giveUp.CancelAsync();
                throw;
            }
        }
    }

    private async Task StartDatabaseAsync(CancellationToken cancellationToken)
    {
        if (options.MeasuresDatabases && !options.OtherTargets.HasDatabase)
        {
            progress.Report("Starting a database server");
            _database = await LocalDatabase.StartAsync(options.LogsFolder, progress, cancellationToken);
            _variables[LocalDatabase.Variable] = _database.Setting;
        }
    }

    private async Task StartEmulatorAsync(
        string variable, string account, AzuriteInstallation installation, CancellationToken cancellationToken)
    {
        var emulator = await AzuriteServer.StartAsync(account, installation, options.LogsFolder, cancellationToken);
        _emulators.Add(emulator);
        _variables[variable] = emulator.ConnectionString;
    }

    private static string VariableOf(string target) =>
        StorageAccounts.TargetVariable + (target == StorageAccounts.DefaultTarget ? "" : "_" + target.ToUpperInvariant());

    private static string TextOf(StorageAccountAddress address) => address.ConnectionString ?? address.BlobEndpoint.ToString();
}
