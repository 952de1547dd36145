using System.Text.RegularExpressions;
using Xunit;

namespace AzurePerf.UnitTests.Docs;

public sealed partial class DocumentLinksTests
{
    public static TheoryData<string> Documents =>
    [
        .. Directory.EnumerateFiles(RepositoryFolder.PathOf("."), "*.md")
            .Concat(Directory.EnumerateFiles(RepositoryFolder.PathOf("docs"), "*.md", SearchOption.AllDirectories))
            .Select(Relative)
            .Order(StringComparer.Ordinal),
    ];

    [Theory]
    [MemberData(nameof(Documents))]
    public void Every_link_inside_the_repository_leads_somewhere(string document) => Assert.DoesNotContain(Links(document), link => !Path.Exists(link.Path));

    [Theory]
    [MemberData(nameof(Documents))]
    public void Every_link_to_a_heading_leads_to_one(string document) => Assert.DoesNotContain(
        Links(document),
        link => link.Heading.Length > 0 && link.Path.EndsWith(".md", StringComparison.Ordinal) && !Headings(link.Path).Contains(link.Heading));

    [Fact]
    public void Every_page_can_be_reached_from_the_readme()
    {
        var reached = new HashSet<string>();
        var open = new Queue<string>(["README.md"]);
        while (open.TryDequeue(out var document))
        {
            if (reached.Add(document) && document.EndsWith(".md", StringComparison.Ordinal) && File.Exists(RepositoryFolder.PathOf(document)))
            {
                Links(document).Select(link => Relative(link.Path)).ToList().ForEach(open.Enqueue);
            }
        }

        Assert.Empty(Documents.Select(row => row.Data).Where(IsPage).Except(reached));
    }

    private static bool IsPage(string document) => document.StartsWith("docs/", StringComparison.Ordinal) && !document.StartsWith("docs/adr/", StringComparison.Ordinal);

    private static string Relative(string path) => Path.GetRelativePath(RepositoryFolder.PathOf("."), path).Replace('\\', '/');

    private static IEnumerable<(string Path, string Heading)> Links(string document) => Link().Matches(File.ReadAllText(RepositoryFolder.PathOf(document)))
        .Select(match => match.Groups["target"].Value)
        .Where(target => !target.Contains("://", StringComparison.Ordinal))
        .Select(target => target.Split('#', 2))
        .Select(parts => (
            Path.GetFullPath(parts[0].Length == 0 ? RepositoryFolder.PathOf(document) : Path.Combine(Path.GetDirectoryName(RepositoryFolder.PathOf(document))!, parts[0])),
            parts.Length > 1 ? parts[1] : ""));

    /// <summary>The addresses of a page's headings as GitHub makes them: lower case, hyphens for blanks, no other marks.</summary>
    private static IEnumerable<string> Headings(string path) => Heading().Matches(CodeBlock().Replace(File.ReadAllText(path), ""))
        .Select(match => NotInAddresses().Replace(LinkText().Replace(match.Groups["text"].Value, "${text}").ToLowerInvariant(), "").Replace(' ', '-'));

    [GeneratedRegex(@"\]\((?<target>[^)\s]+)\)")]
    private static partial Regex Link();

    [GeneratedRegex(@"^#+ (?<text>.+)$", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex("^```.*?^```", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex CodeBlock();

    [GeneratedRegex(@"\[(?<text>[^\]]*)\]\([^)]*\)")]
    private static partial Regex LinkText();

    [GeneratedRegex(@"[^\w\- ]")]
    private static partial Regex NotInAddresses();
}
