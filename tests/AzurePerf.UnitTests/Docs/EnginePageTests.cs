using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments.Bags;
using AzurePerf.Core.Metrics;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Workers;
using Xunit;

namespace AzurePerf.UnitTests.Docs;

public sealed partial class EnginePageTests
{
    private const string Document = "docs/engine.md";

    private static readonly EngineTimes Cloud = new(new EngineOptions().Heartbeat);
    private static readonly EngineTimes Local = new(TimeSpan.FromSeconds(5));

    private static readonly string Page = File.ReadAllText(RepositoryFolder.PathOf(Document));

    public static TheoryData<BenchmarkTaskStatus> States => [.. Enum.GetValues<BenchmarkTaskStatus>()];

    public static TheoryData<WaitCause> Waits => [.. Enum.GetValues<WaitCause>()];

    /// <summary>A rule on a metric that is not scraped never fires.</summary>
    [Fact]
    public void Alerts_that_the_page_recommends_ask_for_metrics_that_are_scraped()
    {
        var asked = Asked().Matches(Recommended().Match(Page).Value).Select(match => match.Value).ToArray();

        Assert.True(asked.Length >= 3, string.Join(' ', asked));
        Assert.All(asked, name => Assert.DoesNotContain(MetricTags.RunId, Assert.Single(EngineMetrics.All, metric => metric.Name == name).Tags));
    }

    [Fact]
    public void The_page_lists_every_metric_as_it_is_recorded()
    {
        var lists = EngineMetrics.All.GroupBy(metric => metric.Host, Line)
            .Select(same => $"From {(same.Key.StartsWith("Task", StringComparison.Ordinal) ? "the " : "")}{same.Key}:\n\n{string.Concat(same)}");

        GeneratedBlock.Check(Document, "metrics", string.Join('\n', lists));

        static string Line(MetricDefinition metric)
        {
            var tags = string.Join(", ", metric.Tags.Select(tag => $"`{tag}`"));
            var kind = JsonNamingPolicy.CamelCase.ConvertName(metric.Kind.ToString());
            return $"- `{metric.Name}` ({kind}, `{metric.Unit}`): {metric.Description}{(tags.Length > 0 ? ". Tags: " : "")}{tags}\n";
        }
    }

    [Fact]
    public void The_page_lists_every_interval_of_the_engine()
    {
        var table = new MarkdownTable("What", "Heartbeats", "By default");
        foreach (var (what, of) in new (string, Func<EngineTimes, TimeSpan>)[]
        {
            ("a worker says that it lives", times => times.Heartbeat),
            ("the TaskManager reads the workers", times => times.WorkerRead),
            ("a worker without a heartbeat that succeeded stops itself", times => times.SelfStop),
            ("an execution of a worker that stops itself must have stopped", times => times.SelfStopGrace),
            ("a worker whose heartbeat stood still is dead", times => times.Dead),
            ("an ordered stop must be finished, or the worker ends itself", times => times.StopGrace),
            ("an open bag in which nothing changes is looked through", times => times.BagQuiet),
            ("all open runs are looked up", times => times.Sweep),
            ("one of all runs that wait for keys is looked at", times => times.SleeperLook),
            ("the same after an open bag that waits for workers", times => times.SleeperLookAfterBag),
            ("a ready task without a known message gets a new one", times => times.Reconciliation),
            ("the same where others are counted in its place, such as doubled ones, and a worker is idle; the next ones after twice as long each time, up to 16 times", times => times.CertainLoss),
            ("a message that a worker may not take is hidden from all, and up to an idle look of that worker longer", times => times.PassedOn),
            ("a message is hidden from others after it was taken", times => times.Visibility),
        })
        {
            table.Add(what, (of(Cloud) / Cloud.Heartbeat).ToString("0.##", CultureInfo.InvariantCulture), NumberFormat.Duration(of(Cloud)));
            Assert.Equal(of(Cloud) / 4, of(Local));
        }

        GeneratedBlock.Check(Document, "intervals", table.ToString());
    }

    [Fact]
    public void The_page_lists_the_parameters_of_the_experiment_that_the_catalogue_does_not_list() =>
        GeneratedBlock.Check(Document, "selftest", ExperimentTables.Parameters(SelftestBagOptions.Definition));

    [Theory]
    [MemberData(nameof(States))]
    public void Every_state_of_a_task_is_explained(BenchmarkTaskStatus state) => Assert.Contains($"- {state}: ", Page, StringComparison.Ordinal);

    [Theory]
    [MemberData(nameof(Waits))]
    public void Every_cause_of_waiting_is_explained(WaitCause cause) =>
        Assert.Contains($"- `{JsonNamingPolicy.CamelCase.ConvertName(cause.ToString())}`: ", Page, StringComparison.Ordinal);

    [GeneratedRegex(@"Alert on .*")]
    private static partial Regex Recommended();

    [GeneratedRegex(@"azureperf(\.\w+)+")]
    private static partial Regex Asked();
}
