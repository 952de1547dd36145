using System.Diagnostics;
using System.Runtime.Intrinsics;
using Xunit;

namespace AzurePerf.ImageryTests;

/// <summary>Runs a test once more as on a processor without vector instructions.</summary>
internal static class PlainProcessor
{
    private const string Switch = "DOTNET_EnableHWIntrinsic";

    /// <summary>In such a process the test must see that it is one.</summary>
    public static void Check()
    {
        if (Environment.GetEnvironmentVariable(Switch) == "0")
            Assert.False(Vector256.IsHardwareAccelerated || Vector128.IsHardwareAccelerated);
    }

    /// <summary>Runs one test, which has no parameters and asks <see cref="Check"/>, in such a process.</summary>
    public static void Run(Type tests, string method)
    {
        var start = new ProcessStartInfo("dotnet", [tests.Assembly.Location, "-noColor", "-method", $"{tests.FullName}.{method}"])
        {
            RedirectStandardOutput = true,
            Environment = { [Switch] = "0" },
        };
        using var process = Process.Start(start)!;
        var output = process.StandardOutput.ReadToEnd();
        process.WaitForExit();

        Assert.True(process.ExitCode == 0 && output.Contains("Total: 1, Errors: 0, Failed: 0, Skipped: 0", StringComparison.Ordinal), output);
    }
}
