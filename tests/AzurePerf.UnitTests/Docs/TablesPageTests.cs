using System.Text.RegularExpressions;
using AzurePerf.Storage;
using AzurePerf.UnitTests.Tidy;
using Xunit;

namespace AzurePerf.UnitTests.Docs;

/// <summary>docs/tables.md against the code that writes the rows.</summary>
public sealed partial class TablesPageTests
{
    /// <summary>The column of all rows, which the page names once.</summary>
    private const string Version = "v";

    private static readonly string Page = File.ReadAllText(RepositoryFolder.PathOf("docs/tables.md"));

    /// <summary>Where the page lists what each method of a file writes: a section, or one list of it. An empty method stands for the whole file.</summary>
    private static readonly (string File, string Method, string Section, string List)[] Places =
    [
        ("AuditStore", "", "audit", ""),
        ("EndedSessionStore", "", "keys", ""),
        ("FormKeyStore", "", "keys", ""),
        ("KeyRows", "", "keys", ""),
        ("KeyStore", "", "keys", ""),
        ("BaselineStore", "", "baselines", ""),
        ("ExecutionStatisticsRows", "", "executionStatistics", ""),
        ("AttemptStore", "", "events and attempts", ""),
        ("EventStore", "", "events and attempts", ""),
        ("GangRows", "", "runs", "`g..`"),
        ("LeaseStore", "", "leases", ""),
        ("PointStore", "", "points", ""),
        ("ResourceStore", "", "resources", ""),
        ("RunNoteStore", "", "runs", ""),
        ("RunRows", "FromState", "runs", "`h`"),
        ("RunRows", "IndexRow", "runindex", ""),
        ("RunRows", "FromNote", "runs", ""),
        ("RunRows", "FromStage", "runs", "`s..`"),
        ("RunStore", "", "runs", ""),
        ("ScheduleNames", "", "schedules", ""),
        ("ScheduleRows", "", "schedules", ""),
        ("TaskRows", "", "tasks", ""),
        ("TrendStore", "", "trends", ""),
        ("ShareRows", "", "shares", ""),
        ("ShareStore", "", "shares", ""),
        ("OutboxRows", "", "outbox", ""),
        ("ViewRows", "", "views", ""),
        ("LeaderStore", "", "leases", ""),
        ("ProductRows", "", "products", ""),
        ("ProgramRows", "", "programs", ""),
        ("PoolHistoryStore", "", "pools", ""),
        ("PoolScaleStore", "", "pools", ""),
        ("WorkerRows", "", "workers", ""),
    ];

    [Fact]
    public void The_page_names_every_column_that_is_written()
    {
        Assert.Contains($"Every row has a column `{Version}`", Page, StringComparison.Ordinal);
        var missing = new List<string>();
        foreach (var (path, text) in SourceTree.Files("src/AzurePerf.Storage", ".cs"))
        {
            var file = Path.GetFileNameWithoutExtension(path);
            foreach (var match in Column().Matches(text).Where(match => NameOf(match, text) != Version))
            {
                var column = NameOf(match, text);
                var method = Method().Matches(text[..match.Index]).LastOrDefault()?.Groups["name"].Value ?? "";
                var place = Array.Find(Places, place => place.File == file && (place.Method.Length == 0 || place.Method == method));
                if (place == default || !Part(place.Section, place.List).Contains($"`{column}`", StringComparison.Ordinal))
                {
                    missing.Add($"{file}.{method} writes {column}, which docs/tables.md does not name in {(place == default ? "any section known here" : $"{place.Section} {place.List}")}");
                }
            }
        }

        Assert.Empty(missing);
    }

    [Fact]
    public void The_page_names_no_column_that_is_not_written()
    {
        var sources = SourceTree.Files("src/AzurePerf.Storage", ".cs").ToDictionary(file => Path.GetFileNameWithoutExtension(file.Path), file => file.Text);
        var listed = Places.DistinctBy(place => (place.Section, place.List)).SelectMany(place => Listed(Part(place.Section, place.List)).Select(column => (place.Section, Column: column)));

        Assert.All(
            listed.Where(entry => !GangColumn().IsMatch(entry.Column)),
            entry => Assert.Contains(entry.Column, Places.Where(place => place.Section == entry.Section).SelectMany(place => Column().Matches(sources[place.File]).Select(match => NameOf(match, sources[place.File])))));
    }

    [Fact]
    public void Every_table_has_a_section()
    {
        var sections = Heading().Matches(Page).SelectMany(match => match.Groups["name"].Value.Split(" and ")).ToArray();

        Assert.Equal(TableNames().Order(StringComparer.Ordinal), sections.Order(StringComparer.Ordinal));
    }

    private static IEnumerable<string> TableNames() => typeof(ControlNames).GetFields()
        .Where(field => field.IsLiteral && field.Name.EndsWith("Table", StringComparison.Ordinal)).Select(field => (string)field.GetRawConstantValue()!);

    private static string NameOf(Match match, string source) => match.Groups["name"] is { Success: true, Value: var name }
        ? name
        : Regex.Match(source, $"const string {match.Groups["constant"].Value} = \"(?<value>\\w+)\"").Groups["value"].Value;

    /// <summary>The names before the types in the lists of a part.</summary>
    private static IEnumerable<string> Listed(string part) => Names().Matches(part).SelectMany(line => Name().Matches(line.Groups["names"].Value)).Select(name => name.Groups["name"].Value);

    private static string Part(string section, string list)
    {
        var start = Page.IndexOf($"### {section}: ", StringComparison.Ordinal);
        var end = Regex.Match(Page[(start + 3)..], "^##", RegexOptions.Multiline);
        var text = end.Success ? Page.Substring(start, end.Index + 3) : Page[start..];
        return list.Length == 0 ? text : text.Split("\nColumns of ").Single(part => part.StartsWith(list, StringComparison.Ordinal));
    }

    [GeneratedRegex(@"\[(?:""(?<name>\w+)""|(?<constant>[A-Z]\w+))\] = ")]
    private static partial Regex Column();

    [GeneratedRegex(@"^    \w[\w ]* (?:async )?[\w<>?\[\], ]+ (?<name>\w+)\(", RegexOptions.Multiline)]
    private static partial Regex Method();

    [GeneratedRegex(@"^### (?<name>[^:\n]+): ", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"^- (?<names>`[^(:\n]+)", RegexOptions.Multiline)]
    private static partial Regex Names();

    [GeneratedRegex(@"`(?<name>\w+)`")]
    private static partial Regex Name();

    [GeneratedRegex(@"^go\d+$")]
    private static partial Regex GangColumn();
}
