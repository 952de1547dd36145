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

    /// <summary>Where the page lists what each method of a file writes: a section, or one table of it. An empty method stands for the whole file.</summary>
    private static readonly (string File, string Method, string Section, string Table)[] Places =
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
        ("GangRows", "", "runs", "Column of `g..`"),
        ("LeaseStore", "", "leases", ""),
        ("PointStore", "", "points", ""),
        ("ResourceStore", "", "resources", ""),
        ("RunNoteStore", "", "runs", ""),
        ("RunRows", "FromState", "runs", "Column of `h`"),
        ("RunRows", "IndexRow", "runindex", ""),
        ("RunRows", "FromNote", "runs", ""),
        ("RunRows", "FromStage", "runs", "Column of `s..`"),
        ("RunStore", "", "runs", ""),
        ("ScheduleNames", "", "schedules", ""),
        ("ScheduleRows", "", "schedules", ""),
        ("TaskRows", "", "tasks", ""),
        ("TrendStore", "", "trends", ""),
        ("ShareRows", "", "shares", ""),
        ("ShareStore", "", "shares", ""),
        ("ViewRows", "", "views", ""),
        ("LeaderStore", "", "leases", ""),
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
                if (place == default || !Part(place.Section, place.Table).Contains($"`{column}`", StringComparison.Ordinal))
                {
                    missing.Add($"{file}.{method} writes {column}, which docs/tables.md does not name in {(place == default ? "any section known here" : $"{place.Section} {place.Table}")}");
                }
            }
        }

        Assert.Empty(missing);
    }

    [Fact]
    public void The_page_names_no_column_that_is_not_written()
    {
        var sources = SourceTree.Files("src/AzurePerf.Storage", ".cs").ToDictionary(file => Path.GetFileNameWithoutExtension(file.Path), file => file.Text);
        var listed = Places.DistinctBy(place => (place.Section, place.Table)).SelectMany(place => Cells(Part(place.Section, place.Table)).Select(column => (place.Section, Column: column)));

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

    /// <summary>The names in the first cells of the tables of a part.</summary>
    private static IEnumerable<string> Cells(string part) => FirstCell().Matches(part).SelectMany(row => Name().Matches(row.Groups["cell"].Value)).Select(name => name.Groups["name"].Value);

    private static string Part(string section, string table)
    {
        var start = Page.IndexOf($"### {section}: ", StringComparison.Ordinal);
        var end = Regex.Match(Page[(start + 3)..], "^##", RegexOptions.Multiline);
        var text = end.Success ? Page.Substring(start, end.Index + 3) : Page[start..];
        return table.Length == 0 ? text : text[text.IndexOf($"| {table} |", StringComparison.Ordinal)..].Split("\n\n")[0];
    }

    [GeneratedRegex(@"\[(?:""(?<name>\w+)""|(?<constant>[A-Z]\w+))\] = ")]
    private static partial Regex Column();

    [GeneratedRegex(@"^    \w[\w ]* (?:async )?[\w<>?\[\], ]+ (?<name>\w+)\(", RegexOptions.Multiline)]
    private static partial Regex Method();

    [GeneratedRegex(@"^### (?<name>[^:\n]+): ", RegexOptions.Multiline)]
    private static partial Regex Heading();

    [GeneratedRegex(@"^\| (?<cell>`[^|]+) \|", RegexOptions.Multiline)]
    private static partial Regex FirstCell();

    [GeneratedRegex(@"`(?<name>\w+)`")]
    private static partial Regex Name();

    [GeneratedRegex(@"^go\d+$")]
    private static partial Regex GangColumn();
}
