using System.Diagnostics;
using Xunit;

namespace AzurePerf.ImageryTests;

/// <summary>GDAL's programs, a second opinion of the same files.</summary>
internal static class Gdal
{
    /// <summary>Whether one is installed.</summary>
    public static bool IsThere(string program) =>
        (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator).Any(folder => File.Exists(Path.Combine(folder, program)));

    /// <summary>Runs one and gives what it wrote; a test that needs it is skipped where it is not installed.</summary>
    public static string Run(string program, params string[] arguments)
    {
        Assert.SkipUnless(IsThere(program), $"{program} is not installed: apt-get install gdal-bin");
        using var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        var errors = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, $"{program} {string.Join(' ', arguments)} ended with {process.ExitCode}: {errors.Result}{output}");
        return output;
    }
}
