using AzurePerf.Cli.Local;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Local;

public sealed class ChildExitTests
{
    [Theory]
    [InlineData(1, "port 80 is in use", "web ended with exit code 1: port 80 is in use")]
    [InlineData(3, "", "web ended with exit code 3")]
    [InlineData(228, "no space left on device", "web ended with exit code 228: no space left on device")]
    [InlineData(160, "", "web ended with exit code 160")]
    [InlineData(159, "web is listening", "web was ended by signal 31")]
    [InlineData(134, "npm error EDQUOT: disk quota exceeded, write", "web ended with exit code 134: npm error EDQUOT: disk quota exceeded, write")]
    [InlineData(140, "npm ERR! ESTALE: stale file handle, open", "web ended with exit code 140: npm ERR! ESTALE: stale file handle, open")]
    [InlineData(137, "npm warn deprecated glob@7.2.3", "web was ended by signal 9")]
    [InlineData(137, "web is listening", "web was ended by signal 9")]
    public void The_end_of_a_child_is_told_with_its_cause(int exitCode, string reason, string told) =>
        Assert.Equal(told, new ChildExit("web", exitCode, reason).ToString());
}
