using System.ComponentModel;
using System.Diagnostics;

namespace AzurePerf.Testing.Azurite;

/// <summary>Starts programs whose three standard streams are pipes of ours: a test runner waits for whoever holds its output.</summary>
internal static class ChildProcess
{
    /// <exception cref="InvalidOperationException">The program is not installed.</exception>
    public static Process Start(string program, IEnumerable<string> arguments, string workingFolder)
    {
        var start = new ProcessStartInfo(program, arguments)
        {
            WorkingDirectory = workingFolder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception fault)
        {
            throw new InvalidOperationException(
                $"'{program}' could not be started. The storage emulator needs Node.js 20 or later with npm on the PATH.",
                fault);
        }
    }
}
