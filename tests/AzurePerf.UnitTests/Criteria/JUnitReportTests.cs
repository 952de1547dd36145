using System.Xml.Linq;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Runs;
using AzurePerf.UnitTests.Comparisons;
using Xunit;

namespace AzurePerf.UnitTests.Criteria;

public sealed class JUnitReportTests
{
    private static readonly double[] Below = [41, 43, 42, 44, 40, 45, 43, 42, 41, 44];

    [Fact]
    public void Each_criterion_is_a_suite_and_each_configuration_a_test()
    {
        var run = CriteriaRuns.Of(["p95>50ms", "errors>0.1%"], (1, Below), (4, [.. Below.Select(value => value + 20)]));

        var suites = Read(run.Spec with { Name = "a <b> & \"c\"" }, run.Judge());

        Assert.Equal("a <b> & \"c\" (abc)", suites.Attribute("name")!.Value);
        Assert.Equal(("4", "1", "2", "0"), Counts(suites));
        Assert.Equal([("p95 > 50 ms", ("2", "1", "0", "0")), ("errors > 0.1 %", ("2", "0", "2", "0"))], suites.Elements("testsuite").Select(suite => (suite.Attribute("name")!.Value, Counts(suite))));
        Assert.Equal(
            ["table.insert: p95 > 50 ms at 1 client, system-out", "table.insert: p95 > 50 ms at 4 clients, failure", "table.insert: errors > 0.1 % at 1 client, skipped", "table.insert: errors > 0.1 % at 4 clients, skipped"],
            suites.Descendants("testcase").Select(test => $"{test.Attribute("classname")!.Value}: {test.Attribute("name")!.Value}, {test.Elements().Single().Name}"));
        Assert.Equal("p95 > 50 ms at 4 clients (62.5 ms, 95 % CI 61.0 to 64.0 ms)", suites.Descendants("failure").Single().Attribute("message")!.Value);
        Assert.Equal("2026-08-01T10:20:30", suites.Elements("testsuite").First().Attribute("timestamp")!.Value);
    }

    [Fact]
    public void A_run_without_criteria_is_a_report_without_tests()
    {
        var suites = Read(CriteriaRuns.Of([], (1, Below)).Spec, null);

        Assert.Equal(("0", "0", "0", "0"), Counts(suites));
        Assert.Empty(suites.Elements());
    }

    [Fact]
    public void A_run_that_did_not_complete_is_a_test_that_is_skipped_though_each_criterion_is_met()
    {
        var run = CriteriaRuns.Of(["p95>50ms"], (1, Below));
        var judged = run.Judge(RunStatus.Cancelled);
        Assert.All(judged.Results, result => Assert.Equal(CriteriaVerdict.Met, result.Verdict));

        var suites = Read(run.Spec, judged);

        Assert.Equal(("2", "0", "1", "0"), Counts(suites));
        Assert.Equal(["p95 > 50 ms", "the run"], suites.Descendants("testcase").Select(test => test.Attribute("name")!.Value));
        Assert.Equal("Cannot tell: the run was cancelled.", suites.Descendants("skipped").Single().Attribute("message")!.Value);
    }

    [Fact]
    public void A_run_with_criteria_that_nobody_judged_yet_is_a_test_that_is_skipped()
    {
        var suites = Read(CriteriaRuns.Of(["p95>50ms"], (1, Below)).Spec, null);

        Assert.Equal(("1", "0", "1", "0"), Counts(suites));
        Assert.Equal("Cannot tell: the run has not ended.", suites.Descendants("skipped").Single().Attribute("message")!.Value);
    }

    [Fact]
    public void A_criterion_that_cannot_be_told_says_enough()
    {
        var run = CriteriaRuns.Of(["errors>0.1%"], (1, Below));

        Assert.Equal(["errors > 0.1 %"], Read(run.Spec, run.Judge(RunStatus.Cancelled)).Descendants("testcase").Select(test => test.Attribute("name")!.Value));
    }

    [Fact]
    public void What_must_be_said_of_the_numbers_is_a_property_of_each_suite()
    {
        var run = CriteriaRuns.Of(["p95>50ms", "errors>0.1%"], (1, Below));

        Assert.Equal(["derived, not comparable", "derived, not comparable"], Read(run.Spec, run.Judge(), "derived, not comparable").Descendants("property").Select(property => property.Attribute("value")!.Value));
        Assert.Empty(Read(run.Spec, run.Judge()).Descendants("properties"));
    }

    [Fact]
    public void What_XML_has_no_place_for_is_a_blank_in_every_text()
    {
        var run = CriteriaRuns.Of(["p95>50ms"], (1, Below));
        var judged = run.Judge();
        var odd = judged with { Results = [.. judged.Results.Select(result => result with { Verdict = CriteriaVerdict.Undecided, Words = "p\uffff", Place = "at\u0001", Reason = "so\ufffe" })] };

        var suites = Read(run.Spec with { Name = "a\ufffeb\uffffc\ud83d" }, odd, "not\ufffe");

        Assert.Equal("a b c\ufffd (abc)", suites.Attribute("name")!.Value);
        Assert.Equal(["p ", "p  at at "], [suites.Element("testsuite")!.Attribute("name")!.Value, suites.Descendants("testcase").Single().Attribute("name")!.Value]);
        Assert.EndsWith(": so ", suites.Descendants("skipped").Single().Attribute("message")!.Value, StringComparison.Ordinal);
        Assert.Equal("not ", suites.Descendants("property").Single().Attribute("value")!.Value);
    }

    private static (string, string, string, string) Counts(XElement element) =>
        (element.Attribute("tests")!.Value, element.Attribute("failures")!.Value, element.Attribute("skipped")!.Value, element.Attribute("errors")!.Value);

    private static XElement Read(RunSpec spec, CriteriaReport? report, string disclaimer = "")
    {
        var run = new RunState
        {
            RunId = "abc",
            Spec = spec,
            Owner = "",
            BodyHash = "",
            IndexKey = new("", ""),
            Status = RunStatus.Completed,
            SubmittedAt = default,
            EndedAt = new DateTimeOffset(2026, 8, 1, 12, 20, 30, TimeSpan.FromHours(2)),
        };
        using var stream = new MemoryStream(JUnitReport.Write(run, report, disclaimer));
        return XDocument.Load(stream).Root!;
    }
}
