using System.Diagnostics;
using Xunit;

namespace AzurePerf.ImageryTests;

/// <summary>GDAL's programs, a second opinion of the same files.</summary>
internal static class Gdal
{
    /// <summary>Runs one and gives what it wrote; a test that needs it is skipped where it is not installed.</summary>
    public static string Run(string program, params string[] arguments)
    {
        var folders = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator);
        Assert.SkipUnless(folders.Any(folder => File.Exists(Path.Combine(folder, program))), $"{program} is not installed: apt-get install gdal-bin");
        using var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardOutput = true, RedirectStandardError = true })!;
        var errors = process.StandardError.ReadToEndAsync();
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();
        Assert.True(process.ExitCode == 0, $"{program} {string.Join(' ', arguments)} ended with {process.ExitCode}: {errors.Result}{output}");
        return output;
    }
}
