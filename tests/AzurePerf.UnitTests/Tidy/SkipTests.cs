using System.Diagnostics;
using System.Text.RegularExpressions;
using AzurePerf.UnitTests.Docs;
using Xunit;

namespace AzurePerf.UnitTests.Tidy;

/// <summary>Which skipped tests CI allows, and what its summary says of those that failed.</summary>
public sealed partial class SkipTests : IDisposable
{
    private const string AllowedFile = ".ci/allowed-skips.txt";
    private readonly DirectoryInfo _results = Directory.CreateTempSubdirectory("azureperf-");

    [Theory]
    [InlineData("AzurePerf.Some.Test_that_is_new(width: 3)", "Chromium is not installed: apt-get install chromium-headless-shell", 0)]
    [InlineData("AzurePerf.Some.Test", "the folder takes no direct access: it lies in memory\n(tmpfs)", 0)]
    [InlineData("AzurePerf.BrowserTests.JourneyTests.A_run_is_cancelled_by_its_button", "flaky", 1)]
    [InlineData("AzurePerf.Some.Test", "", 1)]
    public async Task A_skip_is_allowed_by_its_reason_whatever_the_test_is_called(string test, string reason, int code)
    {
        Report(test, reason);

        var (ended, output) = await SummaryAsync(AllowedFile);

        Assert.Equal(code, ended);
        Assert.EndsWith("7 passed, 0 failed, 1 skipped\n", output, StringComparison.Ordinal);
        Assert.Equal(code == 1, output.Contains($"skipped without an allowed reason: {test}: {(reason.Length > 0 ? reason : "no reason")}\n", StringComparison.Ordinal));
    }

    [Fact]
    public async Task The_summary_says_why_a_test_failed()
    {
        Report("AzurePerf.Some.Test", "flaky");
        await File.WriteAllTextAsync(
            Path.Combine(_results.FullName, "failed.trx"),
            """
            <UnitTestResult testName="AzurePerf.Some.Third" outcome="Failed"><Output>
            <ErrorInfo><Message>expected &lt;2&gt;&#xA;but was 3</Message><StackTrace>at Some.cs:7</StackTrace></ErrorInfo>
            <TextMessages><Message>seed 1</Message></TextMessages></Output></UnitTestResult>
            """,
            TestContext.Current.CancellationToken);

        Assert.Contains(
            "failed: AzurePerf.Some.Third\n  expected <2>\n  but was 3\n  at Some.cs:7\n  seed 1\n",
            (await SummaryAsync(AllowedFile)).Output,
            StringComparison.Ordinal);
    }

    [Fact]
    public async Task Without_a_list_no_skip_is_allowed()
    {
        Report("AzurePerf.Some.Test", "Chromium is not installed: apt-get install chromium-headless-shell");
        await File.WriteAllTextAsync(Path.Combine(_results.FullName, "none.txt"), "", TestContext.Current.CancellationToken);

        Assert.Equal(1, (await SummaryAsync(Path.Combine(_results.FullName, "none.txt"))).Code);
    }

    [Fact]
    public void Every_reason_for_which_a_test_skips_itself_is_on_the_list()
    {
        var allowed = File.ReadAllLines(RepositoryFolder.PathOf(AllowedFile)).Where(line => !line.StartsWith('#')).ToArray();
        var calls = SourceTree.Files("tests", ".cs").Where(file => !file.Path.EndsWith("/SkipTests.cs", StringComparison.Ordinal)).SelectMany(file => Skip().Matches(file.Text).Select(match => (file.Path, match.Value)));

        Assert.All(calls, call => Assert.True(allowed.Any(reason => GivesReason(call.Value, reason)), $"{call.Path}: {call.Value}"));
        var beginnings = SourceTree.Files("tests", ".cs").SelectMany(file => WhyNone().Matches(file.Text).Select(match => (file.Path, Text: match.Groups["text"].Value))).ToArray();
        Assert.NotEmpty(beginnings);
        Assert.All(beginnings, begins => Assert.True(allowed.Any(reason => reason.EndsWith('*') && reason.StartsWith(begins.Text, StringComparison.Ordinal)), $"{begins.Path}: {begins.Text}"));
    }

    /// <summary>Such a test writes what it was to compare.</summary>
    [Fact]
    public void Before_a_change_lands_no_variable_of_a_shell_lets_tests_write_the_files_that_they_compare_with() =>
        Assert.Contains("\nunset AZUREPERF_GOLDEN AZUREPERF_UPDATE_DOCS\n", File.ReadAllText(RepositoryFolder.PathOf(".ci/run")), StringComparison.Ordinal);

    public void Dispose() => _results.Delete(recursive: true);

    /// <summary>True when a call names a reason: in words, with a value in braces, or by the constant that begins all of one kind.</summary>
    private static bool GivesReason(string call, string reason) =>
        reason.EndsWith('*') ? call.Contains("WhyNone + ", StringComparison.Ordinal)
        : Literal().Matches(call).Any(literal => Regex.IsMatch(reason, "^" + Braces().Replace(Regex.Escape(literal.Groups["text"].Value), ".+") + "$"));

    private void Report(string test, string reason)
    {
        var text = reason.Length == 0 ? "" : $"<Output><StdOut>{reason}</StdOut></Output>";
        File.WriteAllText(Path.Combine(_results.FullName, "output.txt"), "  total: 8\n  failed: 0\n  succeeded: 7\n  skipped: 1\n");
        File.WriteAllText(
            Path.Combine(_results.FullName, "report.trx"),
            $"""<UnitTestResult testName="AzurePerf.Some.Other" outcome="Passed" /><UnitTestResult testName="{test}" outcome="NotExecuted">{text}</UnitTestResult>""");
    }

    private async Task<(int Code, string Output)> SummaryAsync(string allowed)
    {
        using var node = Process.Start(new ProcessStartInfo("node", [".ci/summary.mjs", _results.FullName, allowed, "0"])
        {
            WorkingDirectory = RepositoryFolder.PathOf("."),
            RedirectStandardOutput = true,
        })!;
        var output = await node.StandardOutput.ReadToEndAsync(TestContext.Current.CancellationToken);
        await node.WaitForExitAsync(TestContext.Current.CancellationToken);
        return (node.ExitCode, output);
    }

    [GeneratedRegex(@"Assert\.Skip(?:When|Unless)?\([^;]*;")]
    private static partial Regex Skip();

    [GeneratedRegex("const string WhyNone = \"(?<text>[^\"]*)\";")]
    private static partial Regex WhyNone();

    [GeneratedRegex("\"(?<text>[^\"]*)\"")]
    private static partial Regex Literal();

    [GeneratedRegex(@"\\\{[^}]*\}")]
    private static partial Regex Braces();
}
