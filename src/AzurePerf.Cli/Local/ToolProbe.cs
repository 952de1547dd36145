using System.ComponentModel;
using System.Diagnostics;

namespace AzurePerf.Cli.Local;

/// <summary>Asks the real machine.</summary>
internal sealed class ToolProbe : IToolProbe
{
    private const int ProbeBytes = 64 << 10;

    public async Task<string?> VersionAsync(string tool, CancellationToken cancellationToken)
    {
        var start = new ProcessStartInfo(OperatingSystem.IsWindows() && tool == "npm" ? "npm.cmd" : tool, "--version")
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        try
        {
            using var process = Process.Start(start)!;
            process.StandardInput.Close();
            var errors = process.StandardError.ReadToEndAsync(cancellationToken);
            var output = await process.StandardOutput.ReadToEndAsync(cancellationToken);
            await errors;
            await process.WaitForExitAsync(cancellationToken);
            return process.ExitCode == 0 ? output.Split('\n')[0].Trim() : null;
        }
        catch (Win32Exception)
        {
            // The way .NET says that there is no such program.
            return null;
        }
    }

    public string? TemporaryDirectoryFault()
    {
        try
        {
            var file = Path.GetTempFileName();
            try
            {
                Fill(file);
                return null;
            }
            finally
            {
                File.Delete(file);
            }
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            return exception.Message;
        }
    }

    /// <summary>A full disk still takes empty files.</summary>
    internal static void Fill(string file)
    {
        using var stream = File.OpenWrite(file);
        stream.Write(new byte[ProbeBytes]);
        stream.Flush(flushToDisk: true);
    }
}

/// <summary>Finds out which tools this machine has.</summary>
internal interface IToolProbe
{
    /// <summary>What `tool --version` prints first; null when there is no such tool.</summary>
    Task<string?> VersionAsync(string tool, CancellationToken cancellationToken);

    /// <summary>Why no file can be written to the temporary directory; null when one can.</summary>
    string? TemporaryDirectoryFault();
}
