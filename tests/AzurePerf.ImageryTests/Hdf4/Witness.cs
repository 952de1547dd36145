using System.Diagnostics;
using Xunit;

namespace AzurePerf.ImageryTests.Hdf4;

/// <summary>Programs of others that read the same files.</summary>
internal static class Witness
{
    /// <summary>What the program prints. The test is skipped where it is not installed.</summary>
    public static string Run(string program, string package, params string[] arguments)
    {
        var folders = Environment.GetEnvironmentVariable("PATH") ?? "";
        Assert.SkipUnless(
            folders.Split(Path.PathSeparator).Any(folder => File.Exists(Path.Combine(folder, program))),
            $"{program} is not installed: apt-get install {package}");
        var start = new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true };
        using var process = Process.Start(start)!;
        var error = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, $"{program} {string.Join(' ', arguments)}: {error.Result} {output}");
        return output;
    }
}
