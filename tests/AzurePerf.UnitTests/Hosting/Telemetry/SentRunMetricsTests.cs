using System.Collections.Concurrent;
using System.Text;
using AzurePerf.Core.Metrics;
using AzurePerf.Hosting;
using AzurePerf.Hosting.Telemetry;
using AzurePerf.Testing.Http;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Logging;
using OpenTelemetry.Metrics;
using Xunit;

namespace AzurePerf.UnitTests.Hosting.Telemetry;

/// <summary>The meter is the process's.</summary>
[Collection(nameof(AllocationCollection))]
public sealed class SentRunMetricsTests
{
    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task However_many_runs_there_have_been_each_new_one_is_sent_and_none_that_is_over()
    {
        const int AtOnce = SentRunMetrics.MostSeries / 3;
        var last = "";
        await using var collector = await LoopbackService.StartAsync(async context => last = await ReadAsync(context), Token);
        using var provider = TelemetrySetup.BuildRunMetrics(HostIdentity.Of("taskmanager"), new ConfigurationBuilder().Build(), new(collector.Endpoint, Grpc: false), insights: null);
        var waiting = EngineMetrics.Waiting.Gauge<long>(EngineMeter.Shared);

        for (var run = 0; run < 5 * AtOnce; run++)
        {
            waiting.Record(1, new KeyValuePair<string, object?>(MetricTags.RunId, $"sentrun{run:D6}"), new(MetricTags.Experiment, "queue.add"), new(MetricTags.Stage, "measure"), new(MetricTags.WaitCause, "worker"));
            if (run % AtOnce == AtOnce - 1)
            {
                Assert.True(provider.ForceFlush());
            }
        }

        Assert.Contains($"sentrun{(5 * AtOnce) - 1:D6}", last, StringComparison.Ordinal);
        Assert.DoesNotContain("sentrun000000", last, StringComparison.Ordinal);
        Assert.DoesNotContain("otel.metric.overflow", last, StringComparison.Ordinal);
        Assert.Contains(TelemetrySetup.InstanceId, last, StringComparison.Ordinal);
        Assert.EndsWith("-" + Environment.ProcessId, TelemetrySetup.InstanceId, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Metrics_of_runs_are_sent_apart_and_not_with_the_others()
    {
        var received = await SentWhileAsync(() =>
        {
            EngineMetrics.OpenRuns.Gauge<long>(EngineMeter.Shared).Record(1);
            EngineMetrics.Waiting.Gauge<long>(EngineMeter.Shared).Record(1, new KeyValuePair<string, object?>(MetricTags.RunId, "sentapart"));
        });

        var runs = Assert.Single(received, text => text.Contains("sentapart", StringComparison.Ordinal));
        Assert.DoesNotContain(EngineMetrics.OpenRuns.Name, runs, StringComparison.Ordinal);
        Assert.Contains(received, text => text.Contains(EngineMetrics.OpenRuns.Name, StringComparison.Ordinal) && !text.Contains(EngineMetrics.Waiting.Name, StringComparison.Ordinal));
    }

    [Fact]
    public async Task However_many_kinds_of_tasks_there_have_been_outcomes_of_new_ones_are_sent()
    {
        var received = await SentWhileAsync(() =>
        {
            var ended = EngineMetrics.Executions.Counter(EngineMeter.Shared);
            for (var number = 0; number <= 2_000; number++)
            {
                ended.Add(1, new KeyValuePair<string, object?>(MetricTags.TaskClass, "queue.add,measure,clients=" + number), new(MetricTags.Outcome, number < 2_000 ? "sentearlier" : "sentlater"));
            }
        });

        Assert.Contains(received, text => text.Contains(EngineMetrics.Executions.Name, StringComparison.Ordinal) && text.Contains("sentlater", StringComparison.Ordinal));
        Assert.DoesNotContain(received, text => text.Contains("otel.metric.overflow", StringComparison.Ordinal));
    }

    /// <summary>All that a host has sent when it stops, of what was recorded while it ran.</summary>
    private static async Task<IReadOnlyCollection<string>> SentWhileAsync(Action record)
    {
        var received = new ConcurrentQueue<string>();
        await using var collector = await LoopbackService.StartAsync(async context => received.Enqueue(await ReadAsync(context)), Token);
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseTestServer();
        builder.Configuration.AddInMemoryCollection([new(TelemetrySetup.EndpointVariable, collector.Endpoint.AbsoluteUri)]);
        builder.AddTelemetry(HostIdentity.Of("taskmanager"));
        await using (var host = builder.Build())
        {
            await host.StartAsync(Token);
            record();
            await host.StopAsync(Token);
        }

        return received;
    }

    private static async Task<string> ReadAsync(HttpContext context)
    {
        using var reader = new StreamReader(context.Request.Body, Encoding.Latin1);
        return await reader.ReadToEndAsync(context.RequestAborted);
    }
}
