using System.Diagnostics;
using System.Globalization;

namespace AzurePerf.Testing.Azurite;

/// <summary>A storage emulator in memory on free loopback ports: one Node process, gone when this is disposed or this process ends.</summary>
public sealed class AzuriteServer : IAsyncDisposable
{
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan ExitLimit = TimeSpan.FromSeconds(10);

    private readonly Process _process;

    private AzuriteServer(Process process, AzuritePorts ports)
    {
        _process = process;
        Ports = ports;
    }

    public AzuritePorts Ports { get; }

    /// <summary>Connection string of the emulator's one account, whose key is public.</summary>
    public string ConnectionString => Ports.ConnectionString;

    /// <summary>Installs the emulator on first use, starts it and waits until its three services listen.</summary>
    /// <exception cref="InvalidOperationException">Node or npm is missing, the installation failed, or the emulator did not start.</exception>
    public static async Task<AzuriteServer> StartAsync(CancellationToken cancellationToken = default)
    {
        string folder = await AzuriteInstallation.EnsureAsync(cancellationToken);
        Process process = ChildProcess.Start("node", Arguments(folder), folder);
        var output = new AzuriteOutput();
        output.Attach(process);
        try
        {
            AzuritePorts ports = await output.Ports.WaitAsync(StartLimit, TimeProvider.System, cancellationToken);
            return new AzuriteServer(process, ports);
        }
        catch (TimeoutException)
        {
            await StopAsync(process);
            throw new InvalidOperationException(string.Create(
                CultureInfo.InvariantCulture,
                $"The storage emulator did not listen within {StartLimit.TotalSeconds} s. It said: {output.Tail}"));
        }
        catch
        {
            await StopAsync(process);
            throw;
        }
    }

    public async ValueTask DisposeAsync() => await StopAsync(_process);

    private static IEnumerable<string> Arguments(string folder) =>
    [
        AzuriteInstallation.Wrapper, folder,
        "--inMemoryPersistence", "--skipApiVersionCheck", "--disableTelemetry", "--silent",
        "--blobHost", "127.0.0.1", "--blobPort", "0",
        "--queueHost", "127.0.0.1", "--queuePort", "0",
        "--tableHost", "127.0.0.1", "--tablePort", "0",
    ];

    // The wrapper ends at end-of-file of its input; only a hanging one has to be killed.
    private static async Task StopAsync(Process process)
    {
        using (process)
        {
            process.StandardInput.Close();
            try
            {
                await process.WaitForExitAsync().WaitAsync(ExitLimit, TimeProvider.System);
            }
            catch (TimeoutException)
            {
                process.Kill(entireProcessTree: true);
                await process.WaitForExitAsync();
            }
        }
    }
}
