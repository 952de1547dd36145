using System.Text.RegularExpressions;
using Xunit;

namespace AzurePerf.UnitTests.Tidy;

public sealed partial class SourceTextTests
{
    [Fact]
    public void Nothing_is_left_to_be_done_in_a_comment() => CheckNone("", Unfinished());

    [Fact]
    public void No_warning_is_switched_off_in_a_source_file() => CheckNone("src", Suppression(), ".cs");

    [Fact]
    public void No_probe_reads_a_clock_because_the_runner_owns_it() => CheckNone("src/AzurePerf.Probes", Clock(), ".cs");

    [Fact]
    public void No_source_of_packages_is_named_because_the_default_one_serves() => CheckNone("", PackageSource());

    [Fact]
    public void No_path_of_one_machine_is_named() => CheckNone("", MachinePath());

    [Fact]
    public void A_source_file_has_at_most_400_lines_and_a_line_140_columns() => Assert.Empty(
        from file in SourceTree.Files("src", ".cs")
        let lines = file.Text.Split('\n')
        let longest = lines.Max(line => line.Length)
        where lines.Length > 401 || longest > 140
        select $"{file.Path}: {lines.Length} lines, the longest has {longest} columns");

    /// <summary>Small files are a sign that a reader has to open several to see one idea; a few are right.</summary>
    [Fact]
    public void Few_source_files_are_shorter_than_20_lines() =>
        Assert.InRange(SourceTree.Files("src", ".cs").Count(file => file.Text.Count(character => character == '\n') < 20), 0, 200);

    private static void CheckNone(string folder, Regex pattern, params string[] extensions) => Assert.Empty(
        SourceTree.Files(folder.Length == 0 ? "." : folder, extensions)
            .Where(file => pattern.IsMatch(file.Text))
            .Select(file => $"{file.Path}: {pattern.Match(file.Text).Value}"));

    // The brackets keep these lines from matching themselves.
    [GeneratedRegex(@"\b([T]ODO|[F]IXME|[X]XX)\b")]
    private static partial Regex Unfinished();

    [GeneratedRegex("[#]pragma warning")]
    private static partial Regex Suppression();

    [GeneratedRegex(@"\b(TimeProvider|GetTimestamp|GetUtcNow|Stopwatch|TickCount|TickCount64|DateTime\.(Utc)?Now|DateTimeOffset\.(Utc)?Now)\b")]
    private static partial Regex Clock();

    [GeneratedRegex(@"[n]uget\.org|[r]egistry\.npmjs|[r]egistry\.yarnpkg|[p]kgs\.dev\.azure|[n]pmmirror|[a]rtifactory|<package[S]ources>|--registry[ =]", RegexOptions.IgnoreCase)]
    private static partial Regex PackageSource();

    [GeneratedRegex("""(^|[\s"'(=])(/[h]ome/|/[r]oot/|/[U]sers/|[A-Z]:\\[U]sers\\)\w""", RegexOptions.Multiline)]
    private static partial Regex MachinePath();
}
