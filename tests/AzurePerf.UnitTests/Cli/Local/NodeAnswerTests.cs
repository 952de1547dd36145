using AzurePerf.Cli.Local;
using Xunit;

namespace AzurePerf.UnitTests.Cli.Local;

public sealed class NodeAnswerTests
{
    [Theory]
    [InlineData("v22.1.0 linux-x64 /usr/bin/node", 22, "linux-x64", "/usr/bin/node")]
    [InlineData("v20.0.0 win32-arm64 C:\\Program Files\\nodejs\\node.exe", 20, "win32-arm64", "C:\\Program Files\\nodejs\\node.exe")]
    [InlineData("v25.0.0-nightly20250101 darwin-arm64 /opt/a b/node", 25, "darwin-arm64", "/opt/a b/node")]
    public void Node_says_what_it_is_built_for_and_where_it_is_itself(string line, int major, string platform, string path) =>
        Assert.Equal(new NodeAnswer(major, platform, path), NodeAnswer.Read(["a shim: using what is configured", line, ""]));

    [Theory]
    [InlineData("")]
    [InlineData("v22.1.0")]
    [InlineData("No version is set for command node")]
    public void Anything_else_is_no_answer(string line) => Assert.Null(NodeAnswer.Read([line]));
}
