using System.Net;
using System.Text;
using System.Text.Json.Nodes;
using AzurePerf.Core.Runs;
using AzurePerf.ProcessTests.Faults;
using AzurePerf.ProcessTests.Runs;

namespace AzurePerf.ProcessTests.Telemetry;

public sealed class OneTraceTests(Emulators emulators)
{
    /// <summary>A request that was refused leaves no trace.</summary>
    [Fact]
    public async Task One_run_gives_one_connected_trace_over_the_three_hosts()
    {
        await using var collector = await OtlpCollector.StartAsync();
        string runId;
        await using (var cluster = await RunningCluster.StartAsync(options => options with { Workers = 1, HostSettings = With(options.HostSettings, collector.Address) }, new Progress<string>(), emulators))
        {
            using var nothing = new StringContent("{}", Encoding.UTF8, "application/json");
            using var refused = await cluster.Http.PostAsync(new Uri("api/v1/runs", UriKind.Relative), nothing, TestContext.Current.CancellationToken);
            Assert.Equal(HttpStatusCode.BadRequest, refused.StatusCode);
            runId = await cluster.SubmitAsync(new JsonObject
            {
                ["experiment"] = "queue.add",
                ["repetitions"] = 2,
                ["parameters"] = new JsonObject { ["clients"] = new JsonArray(1), ["operationsPerClient"] = 20, ["warmUpSeconds"] = 0.1 },
            });
            Assert.Equal(RunStatus.Completed, (await cluster.UntilEndedAsync(runId)).Status);
        }

        // The hosts have ended, and sent what they still had.
        var spans = collector.Spans;
        Assert.Equal(["taskmanager", "web", "worker"], spans.Select(span => span.Service).Distinct().Order(StringComparer.Ordinal));
        Assert.Single(spans.Select(span => span.TraceId).Distinct());
        var root = Assert.Single(spans, span => span.ParentId.Length == 0);
        Assert.Equal(("web", "POST /api/v1/runs/"), (root.Service, root.Name));
        Assert.Equal(root.SpanId, Assert.Single(spans, span => span.Name == "run.submit").ParentId);
        var known = spans.Select(span => span.SpanId).ToHashSet();
        Assert.All(spans.Where(span => span != root), span => Assert.Contains(span.ParentId, known));

        // Each execution hangs on the step of the TaskManager that put its message.
        var executions = spans.Where(span => span.Name == "task.execute").ToArray();
        Assert.True(executions.Length >= 2, $"{executions.Length} executions");
        Assert.All(executions, execution => Assert.Equal("taskmanager", spans.Single(span => span.SpanId == execution.ParentId).Service));
        Assert.Contains("worker azureperf.execution.duration", collector.Metrics);
        Assert.Contains("taskmanager azureperf.task.count", collector.Metrics);
        Assert.Contains("web azureperf.storage.requests", collector.Metrics);
    }

    private static Dictionary<string, string> With(IReadOnlyDictionary<string, string> settings, string address) => new(settings) { ["OTEL_EXPORTER_OTLP_ENDPOINT"] = address };
}
