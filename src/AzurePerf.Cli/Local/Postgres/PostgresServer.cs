using System.Diagnostics;
using System.Globalization;
using System.Security.Cryptography;
using System.Text.RegularExpressions;

namespace AzurePerf.Cli.Local.Postgres;

/// <summary>
/// One running PostgreSQL server: with data of its own, at a free loopback port, with a password that exists only as long as it runs. It
/// loses no commit while it runs, and ends with this process, its folder too.
/// </summary>
public sealed partial class PostgresServer : IAsyncDisposable
{
    private const int PasswordBytes = 24;
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan StopGrace = TimeSpan.FromSeconds(6);

    private readonly string _password = Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(PasswordBytes));
    private readonly TaskCompletionSource<(int ProcessId, int Port)> _ready = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly ChildProcess _process;

    private PostgresServer(PostgresInstallation installation, string? logsFolder) =>
        _process = ChildProcess.Start("postgres", installation.StartInfo(_password), Printed, logsFolder, TimeProvider.System);

    /// <summary>As a target's setting, with the password.</summary>
    public string Address => string.Create(
        CultureInfo.InvariantCulture, $"postgresql://azureperf:{_password}@127.0.0.1:{_ready.Task.Result.Port}/postgres");

    /// <summary>The server itself.</summary>
    public int ProcessId => _ready.Task.Result.ProcessId;

    internal ChildProcess Process => _process;

    /// <summary>Installs the server if this user has not got it yet, and starts it.</summary>
    /// <param name="logsFolder">Gets its log; null for none.</param>
    /// <param name="progress">Told in sentences what takes time.</param>
    /// <param name="cancellationToken">Gives up.</param>
    /// <exception cref="LocalStartException">It cannot run here; the message says why.</exception>
    public static async Task<PostgresServer> StartAsync(
        string? logsFolder, IProgress<string> progress, CancellationToken cancellationToken)
    {
        var installation = await PostgresInstallation.FindOrInstallAsync(progress, cancellationToken);
        return await StartAsync(installation, logsFolder, cancellationToken);
    }

    public async ValueTask DisposeAsync()
    {
        await _process.StopAsync(StopGrace);
        EndOrphan();
        await _process.DisposeAsync();
    }

    /// <summary>Starts a server that is installed.</summary>
    /// <exception cref="LocalStartException">It does not start; the message says why.</exception>
    internal static async Task<PostgresServer> StartAsync(
        PostgresInstallation installation, string? logsFolder, CancellationToken cancellationToken)
    {
        var server = new PostgresServer(installation, logsFolder);
        try
        {
            await server.BeReadyAsync(cancellationToken);
            return server;
        }
        catch
        {
            await server.DisposeAsync();
            throw;
        }
    }

    private async Task BeReadyAsync(CancellationToken cancellationToken)
    {
        try
        {
            await Task.WhenAny(_ready.Task, _process.Exited).WaitAsync(StartLimit, TimeProvider.System, cancellationToken);
        }
        catch (TimeoutException)
        {
            throw new LocalStartException(
                $"PostgreSQL did not start within {StartLimit.TotalSeconds:0} s: {_process.Tail.EssentialLine()}");
        }

        if (!_ready.Task.IsCompleted)
        {
            throw new LocalStartException($"PostgreSQL did not start: {await _process.Exited}");
        }

        _ = EndWithStarterAsync();
    }

    /// <summary>A starter that is killed cannot end its server.</summary>
    private async Task EndWithStarterAsync()
    {
        await _process.Exited;
        EndOrphan();
    }

    private void EndOrphan()
    {
        if (!_ready.Task.IsCompletedSuccessfully)
        {
            return;
        }

        try
        {
            using var orphan = System.Diagnostics.Process.GetProcessById(_ready.Task.Result.ProcessId);
            if (orphan.ProcessName == "postgres")
            {
                orphan.Kill(entireProcessTree: true);
            }
        }
        catch (Exception gone) when (gone is ArgumentException or InvalidOperationException)
        {
            return;
        }
    }

    private void Printed(string line)
    {
        if (ReadyLine().Match(line) is { Success: true } match)
        {
            _ready.TrySetResult((Number("process"), Number("port")));

            int Number(string group) => int.Parse(match.Groups[group].Value, CultureInfo.InvariantCulture);
        }
    }

    [GeneratedRegex("^PostgreSQL (?<process>[0-9]+) is ready at port (?<port>[0-9]+)$", RegexOptions.ExplicitCapture)]
    private static partial Regex ReadyLine();
}
