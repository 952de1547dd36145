using System.Diagnostics;
using Xunit;

namespace AzurePerf.BrowserTests;

public sealed class ScriptTests
{
    [Fact]
    public async Task The_scripts_hold_what_their_own_tests_say()
    {
        var root = Directory.GetParent(Screenshots.Folder)!.Parent!.FullName;
        using var node = Process.Start(new ProcessStartInfo("node")
        {
            ArgumentList = { "--test", Path.Combine(root, "tests", "AzurePerf.BrowserTests", "Scripts") + Path.DirectorySeparatorChar },
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var output = await node.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await node.WaitForExitAsync(TestContext.Current.CancellationToken);
        Assert.True(node.ExitCode == 0, output);
    }
}
