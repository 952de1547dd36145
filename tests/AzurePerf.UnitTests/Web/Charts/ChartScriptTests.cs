using System.Diagnostics;
using AzurePerf.UnitTests.Docs;
using Xunit;

namespace AzurePerf.UnitTests.Web.Charts;

public sealed class ChartScriptTests
{
    /// <summary>Node is there: the script was bundled with it.</summary>
    [Fact]
    public async Task The_modules_of_the_charts_hold_what_their_own_tests_say()
    {
        using var node = Process.Start(new ProcessStartInfo("node")
        {
            ArgumentList = { "--test" },
            WorkingDirectory = RepositoryFolder.PathOf("src/AzurePerf.Web/Charts/Client"),
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        })!;
        var output = await node.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await node.WaitForExitAsync(TestContext.Current.CancellationToken);

        Assert.True(node.ExitCode == 0, output);
        Assert.Contains("# fail 0", output, StringComparison.Ordinal);
    }
}
