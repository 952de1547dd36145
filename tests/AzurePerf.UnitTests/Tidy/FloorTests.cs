using System.Text.RegularExpressions;
using Xunit;

namespace AzurePerf.UnitTests.Tidy;

public sealed partial class FloorTests
{
    public static TheoryData<string> Projects => [.. SourceTree.Projects];

    [Theory]
    [MemberData(nameof(Projects))]
    public void A_noun_imports_only_nouns_of_lower_floors(string project) => Assert.Empty(WrongIn(project, [.. Files(project)]));

    [Fact]
    public void An_import_that_goes_up_is_named() => Assert.Equal(
        ["src/AzurePerf.Core.Engine/Tasks/Wrong.cs imports Runs, which stands above Tasks in Floors"],
        WrongIn("AzurePerf.Core.Engine",
        [
            .. Files("AzurePerf.Core.Engine"),
            ("src/AzurePerf.Core.Engine/Tasks/Wrong.cs", "Tasks", "using AzurePerf.Core.Runs;\n\nnamespace AzurePerf.Core.Tasks;\n\nclass Wrong;\n"),
        ]));

    [Theory]
    [MemberData(nameof(Projects))]
    public void Every_noun_stands_on_one_floor(string project)
    {
        var nouns = Files(project).Select(file => file.Noun).Where(noun => noun.Length > 0).Distinct().Order(StringComparer.Ordinal);

        Assert.Equal(nouns, Floors.Of[project].Order(StringComparer.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Projects))]
    public void A_namespace_is_the_folder_that_it_lies_in(string project) => Assert.Empty(Files(project)
        .Where(file => Namespace().Match(file.Text) is { Success: true } declared
            && declared.Groups[1].Value != string.Join('.', [RootOf(project), .. file.Path.Split('/')[2..^1]]))
        .Select(file => file.Path));

    [Fact]
    public void A_wrong_import_is_seen_however_it_is_written()
    {
        var types = new HashSet<string> { "Reports.LevelCell", "Results.LevelResult" };

        Assert.Equal(
            ["Charts", "Digests", "Reports", "Results", "Series", "Trends"],
            NounsIn("AzurePerf.Core.Analysis", """
                using System.Text;
                using AzurePerf.Core.Trends;
                using static AzurePerf.Core.Series.SeriesStatistics;
                using Digest = AzurePerf.Core.Digests.RunDigest;
                using AzurePerf.Storage.Schedules;
                namespace AzurePerf.Core.Tasks;
                class A { string B => Reports.LevelCell.Of(1) + other.Views.Runs.RunState; /* see Core.Results.LevelResult */ }
                class C : AzurePerf.Core.Charts.Levels.Curve { }
                """, types).Order(StringComparer.Ordinal));
        Assert.Equal(["Runs"], NounsIn("AzurePerf.Web", "@page\n@using AzurePerf.Core.Trends\n@using AzurePerf.Web.Runs\n", types));
    }

    private static IEnumerable<string> WrongIn(string project, IReadOnlyCollection<(string Path, string Noun, string Text)> files)
    {
        var floors = Floors.Of[project].Index().ToDictionary(noun => noun.Item, noun => noun.Index);
        var types = files.SelectMany(file => Declared().Matches(file.Text).Select(type => $"{file.Noun}.{type.Groups[1].Value}")).ToHashSet(StringComparer.Ordinal);
        var ofViews = files.Where(file => Path.GetFileName(file.Path) == "_ViewImports.cshtml")
            .Select(file => (Folder: file.Path[..(file.Path.LastIndexOf('/') + 1)], Nouns: NounsIn(project, file.Text, types).ToArray())).ToArray();
        return
            from file in files
            where file.Noun.Length > 0
            let inherited = file.Path.EndsWith(".cshtml", StringComparison.Ordinal)
                ? ofViews.Where(imports => file.Path.StartsWith(imports.Folder, StringComparison.Ordinal)).SelectMany(imports => imports.Nouns)
                : []
            from noun in NounsIn(project, file.Text, types).Concat(inherited).Distinct()
            where floors[file.Noun] < floors[noun]
            select $"{file.Path} imports {noun}, which stands above {file.Noun} in {nameof(Floors)}";
    }

    /// <summary>The nouns of a project that a file names: in its imports, in whole names, and in names that begin with the noun.</summary>
    private static IEnumerable<string> NounsIn(string project, string text, HashSet<string> types)
    {
        var whole = Whole().Matches(text).Where(name => name.Groups[1].Value == RootOf(project)).Select(name => name.Groups[2].Value);
        var begun = Chain().Matches(text).Select(name => name.Value.Split('.'))
            .Select(parts => parts[0] == RootOf(project)["AzurePerf.".Length..] ? parts[1..] : parts)
            .Where(parts => parts.Length > 1 && types.Contains($"{parts[0]}.{parts[1]}")).Select(parts => parts[0]);
        return whole.Concat(begun).Where(noun => Floors.Of[project].Contains(noun)).Distinct();
    }

    private static IEnumerable<(string Path, string Noun, string Text)> Files(string project) => SourceTree.Files($"src/{project}", ".cs", ".cshtml")
        .Select(file => (file.Path, file.Path.Split('/') is [_, _, var noun, _, ..] ? noun : "", file.Text));

    /// <summary>What its namespaces begin with: the core is four projects and one name.</summary>
    private static string RootOf(string project) => project.StartsWith("AzurePerf.Core", StringComparison.Ordinal) ? "AzurePerf.Core" : project;

    /// <summary>AzurePerf.Core.Runs, in an import or elsewhere, but not where the file says what it is itself.</summary>
    [GeneratedRegex(@"(?<!namespace )\b(AzurePerf\.\w+)\.(\w+)")]
    private static partial Regex Whole();

    /// <summary>Runs.RunState or Core.Runs.RunState, which need no import.</summary>
    [GeneratedRegex(@"(?<![\w.])[A-Z]\w*(?:\.[A-Z]\w*)+")]
    private static partial Regex Chain();

    [GeneratedRegex(@"\b(?:class|struct|record|interface|enum)\s+([A-Z]\w*)")]
    private static partial Regex Declared();

    [GeneratedRegex(@"^namespace ([\w.]+)", RegexOptions.Multiline)]
    private static partial Regex Namespace();
}
