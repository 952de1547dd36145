using System.Text.RegularExpressions;
using Xunit;

namespace AzurePerf.UnitTests.Docs;

public sealed partial class DocumentLinksTests
{
    public static TheoryData<string> Documents =>
    [
        .. Directory.EnumerateFiles(RepositoryFolder.PathOf("."), "*.md")
            .Concat(Directory.EnumerateFiles(RepositoryFolder.PathOf("docs"), "*.md", SearchOption.AllDirectories))
            .Select(path => Path.GetRelativePath(RepositoryFolder.PathOf("."), path).Replace('\\', '/'))
            .Order(StringComparer.Ordinal),
    ];

    [Theory]
    [MemberData(nameof(Documents))]
    public void Every_link_inside_the_repository_leads_somewhere(string document)
    {
        var path = RepositoryFolder.PathOf(document);
        var broken = Link().Matches(File.ReadAllText(path))
            .Select(match => match.Groups["target"].Value.Split('#')[0])
            .Where(target => target.Length > 0 && !target.Contains("://", StringComparison.Ordinal))
            .Where(target => !Path.Exists(Path.Combine(Path.GetDirectoryName(path)!, target)));

        Assert.Empty(broken);
    }

    [GeneratedRegex(@"\]\((?<target>[^)\s]+)\)")]
    private static partial Regex Link();
}
