using System.Xml.Linq;
using AzurePerf.UnitTests.Docs;
using Xunit;

namespace AzurePerf.UnitTests.Tidy;

public sealed class ProjectArrowTests
{
    private static readonly string[] Hosts = ["AzurePerf.TaskManager", "AzurePerf.Web", "AzurePerf.Worker"];

    public static TheoryData<string, string[]> Arrows => new()
    {
        { "AzurePerf.Core", [] },
        { "AzurePerf.Core.Catalogue", ["AzurePerf.Core", "AzurePerf.Imagery"] },
        { "AzurePerf.Core.Engine", ["AzurePerf.Core.Catalogue"] },
        { "AzurePerf.Core.Analysis", ["AzurePerf.Core.Engine"] },
        { "AzurePerf.Storage", ["AzurePerf.Core.Analysis"] },
        { "AzurePerf.Probes", ["AzurePerf.Core.Catalogue", "AzurePerf.Sql"] },
        { "AzurePerf.Sandbox", [] },
        { "AzurePerf.Sources", ["AzurePerf.Imagery"] },
        { "AzurePerf.Sql", ["AzurePerf.Core.Catalogue"] },
        { "AzurePerf.Hosting", ["AzurePerf.Storage"] },
        { "AzurePerf.Imagery", [] },
        { "AzurePerf.TaskManager", ["AzurePerf.Hosting", "AzurePerf.Storage"] },
        { "AzurePerf.Web", ["AzurePerf.Hosting", "AzurePerf.Storage"] },
        { "AzurePerf.Worker", ["AzurePerf.Hosting", "AzurePerf.Probes", "AzurePerf.Sandbox", "AzurePerf.Sources", "AzurePerf.Storage"] },
        { "AzurePerf.Cli", ["AzurePerf.Sources", "AzurePerf.Storage"] },
    };

    [Theory]
    [MemberData(nameof(Arrows))]
    public void A_project_references_these_and_no_other(string project, string[] referenced) => Assert.Equal(referenced, ReferencesOf(project));

    [Fact]
    public void Every_project_has_its_arrows_here()
    {
        var folders = Directory.EnumerateDirectories(RepositoryFolder.PathOf("src")).Select(folder => Path.GetFileName(folder)!).Order(StringComparer.Ordinal);

        Assert.Equal(SourceTree.Projects, folders);
        Assert.Equal(SourceTree.Projects, Arrows.Select(row => row.Data.Item1).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void No_host_references_another_and_the_command_line_tool_only_carries_their_files()
    {
        foreach (var host in Hosts)
        {
            Assert.Empty(ReferencesOf(host).Intersect(Hosts));
        }

        var carried = Load("AzurePerf.Cli").Descendants("ProjectReference").Single(reference => (string?)reference.Attribute("Include") == "@(LocalHost)");
        Assert.Equal("false", (string?)carried.Attribute("ReferenceOutputAssembly"));
    }

    [Fact]
    public void The_core_knows_no_package_but_those_that_compute_distributions_cron_expressions_and_checksums() => Assert.Equal(
        ["MathNet.Numerics", "NCrontab.Signed", "System.IO.Hashing"],
        SourceTree.Projects.Where(project => project.StartsWith("AzurePerf.Core", StringComparison.Ordinal))
            .SelectMany(project => Load(project).Descendants("PackageReference")).Select(reference => (string)reference.Attribute("Include")!)
            .Order(StringComparer.Ordinal));

    private static string[] ReferencesOf(string project) =>
    [
        .. Load(project).Descendants("ProjectReference")
            .Where(reference => (string?)reference.Attribute("ReferenceOutputAssembly") != "false")
            .Select(reference => Path.GetFileNameWithoutExtension(((string)reference.Attribute("Include")!).Replace('\\', '/')))
            .Order(StringComparer.Ordinal),
    ];

    private static XDocument Load(string project) => XDocument.Load(RepositoryFolder.PathOf($"src/{project}/{project}.csproj"));
}
