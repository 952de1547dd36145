using System.Diagnostics;
using System.Reflection;
using System.Text.Json;
using System.Text.RegularExpressions;
using AzurePerf.Core.Tasks;
using AzurePerf.Hosting.Logs;
using AzurePerf.TaskManager;
using AzurePerf.UnitTests.Docs;
using Microsoft.Extensions.Logging;
using Serilog.Events;
using Serilog.Parsing;
using Xunit;

namespace AzurePerf.UnitTests.Deployment;

public sealed partial class QueryTests
{
    /// <summary>The one that reads every message.</summary>
    private const string OfOneRun = "run-log.kql";

    public static TheoryData<string> Queries => [.. Directory.EnumerateFiles(RepositoryFolder.PathOf("deploy/observability"), "*.kql").Select(path => Path.GetFileName(path)!)];

    [Theory]
    [MemberData(nameof(Queries))]
    public void A_query_looks_for_what_the_task_manager_really_logs(string file)
    {
        var said = typeof(TaskManagerOptions).Assembly.GetTypes()
            .SelectMany(type => type.GetMethods(BindingFlags.Instance | BindingFlags.Static | BindingFlags.NonPublic | BindingFlags.Public))
            .Select(method => method.GetCustomAttribute<LoggerMessageAttribute>()?.Message).OfType<string>().ToHashSet();
        var query = File.ReadAllText(RepositoryFolder.PathOf("deploy/observability/" + file));

        Assert.Equal(file == OfOneRun, !Template().IsMatch(query));
        Assert.All(Template().Matches(query), match => Assert.Contains(match.Groups["text"].Value, said));
        Assert.All(Template().Matches(query).SelectMany(match => Property().Matches(query), (match, property) => property.Groups["name"].Value), name =>
            Assert.Contains($"{{{name}}}", Template().Match(query).Groups["text"].Value, StringComparison.Ordinal));
        Assert.Contains($"`{file}`", File.ReadAllText(RepositoryFolder.PathOf("docs/operations.md")), StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Queries))]
    public void A_query_reads_what_a_log_entry_has(string file)
    {
        using var inside = new Activity("a run").Start();
        using var written = new StringWriter();
        HostLogs.Json.Format(
            new(DateTimeOffset.UnixEpoch, LogEventLevel.Information, new InvalidOperationException("why"), new MessageTemplateParser().Parse("said {Run}"),
                [new("Run", new ScalarValue("a"))], inside.TraceId, inside.SpanId),
            written);
        var members = JsonDocument.Parse(written.ToString()).RootElement.EnumerateObject().Select(member => member.Name).ToHashSet();

        var read = Member().Matches(File.ReadAllText(RepositoryFolder.PathOf("deploy/observability/" + file))).Select(match => match.Groups["name"].Value).ToArray();

        Assert.NotEmpty(read);
        Assert.All(read, name => Assert.Contains(name, members));
    }

    [Fact]
    public void The_log_of_a_run_says_why_something_went_wrong() =>
        Assert.Contains("entry.Exception", File.ReadAllText(RepositoryFolder.PathOf("deploy/observability/" + OfOneRun)), StringComparison.Ordinal);

    [Theory]
    [InlineData("error-share.kql", FailureClass.TimedOut, FailureClass.Reused, FailureClass.Preempted, FailureClass.Cancelled)]
    [InlineData("timeout-share.kql", FailureClass.TimedOut)]
    public void An_alert_tells_outcomes_apart_by_their_class(string file, params FailureClass[] classes)
    {
        var causes = FailureTaxonomy.Rows.Where(row => classes.Contains(row.Policy.Class)).Select(row => row.Cause.ToString());

        var named = Outcomes().Match(File.ReadAllText(RepositoryFolder.PathOf("deploy/observability/" + file))).Groups["list"].Value.Split(", ").Select(word => word.Trim('"'));

        Assert.Equal((classes.Length > 1 ? causes.Append("done") : causes).Order(), named.Order());
    }

    [Theory]
    [InlineData("deploy/observability/error-share.kql")]
    [InlineData("deploy/observability/timeout-share.kql")]
    [InlineData("docs/operations.md")]
    public void Who_reads_of_an_alert_on_shares_is_told_that_a_bag_counts_when_its_stage_is_closed(string file) =>
        Assert.Matches(@"(?m)^.*stage of tasks \(a bag\b.* when the stage is closed", File.ReadAllText(RepositoryFolder.PathOf(file)));

    [Fact]
    public void Every_alert_asks_a_query_of_the_folder()
    {
        var asked = Asked().Matches(BicepFile.Text("modules/alerts.bicep")).Select(match => match.Groups["file"].Value).ToArray();

        Assert.Equal(3, asked.Length);
        Assert.All(asked, file => Assert.True(File.Exists(RepositoryFolder.PathOf("deploy/observability/" + file)), file));
    }

    /// <summary>Several periods are windows of an hour each, into which fall only rows with a time; the queries look back an hour and less.</summary>
    [Fact]
    public void An_alert_comes_with_the_first_positive_answer_as_its_query_says_itself_for_how_long()
    {
        var alerts = BicepFile.Text("modules/alerts.bicep");

        Assert.Contains("failingPeriods: { numberOfEvaluationPeriods: 1, minFailingPeriodsToAlert: 1 }", alerts, StringComparison.Ordinal);
        Assert.Contains("windowSize: 'PT1H'", alerts, StringComparison.Ordinal);
        Assert.All(Asked().Matches(alerts), match => Assert.Matches(@"ago\((15m|1h)\)", File.ReadAllText(RepositoryFolder.PathOf("deploy/observability/" + match.Groups["file"].Value))));
    }

    [GeneratedRegex("entry.MessageTemplate\\) == \"(?<text>[^\"]+)\"")]
    private static partial Regex Template();

    [GeneratedRegex(@"entry\.(?<name>\w+)")]
    private static partial Regex Member();

    [GeneratedRegex(@"outcome !?in \((?<list>[^)]+)\)")]
    private static partial Regex Outcomes();

    [GeneratedRegex(@"entry\.Properties\.(?<name>\w+)")]
    private static partial Regex Property();

    [GeneratedRegex(@"loadTextContent\('../../deploy/observability/(?<file>[^']+)'\)")]
    private static partial Regex Asked();
}
