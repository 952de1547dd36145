using System.Text.RegularExpressions;
using Xunit;

namespace AzurePerf.UnitTests.Docs;

public sealed partial class InstallingTheToolTests
{
    /// <summary>With the feeds of the machine a stranger's package of the same name and a higher version would win.</summary>
    [Fact]
    public void Pages_install_the_tool_from_the_folder_that_it_was_packed_into_and_from_no_feed_beside_it()
    {
        string[] pages =
        [
            RepositoryFolder.PathOf("README.md"),
            .. Directory.EnumerateFiles(RepositoryFolder.PathOf("docs"), "*", SearchOption.AllDirectories).Where(path => path.EndsWith(".md", StringComparison.Ordinal) || path.EndsWith(".yml", StringComparison.Ordinal)),
        ];

        var commands = pages.SelectMany(page => Install().Matches(File.ReadAllText(page)).Select(match => match.Value)).ToArray();

        Assert.Equal(2, commands.Length);
        Assert.All(commands, command => Assert.Equal("dotnet tool install --global --source \"$PWD/packages\" AzurePerf.Tool", command));
    }

    [GeneratedRegex("dotnet tool (install|update)\\b.*")]
    private static partial Regex Install();
}
