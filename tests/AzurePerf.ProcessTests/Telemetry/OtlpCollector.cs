using System.Collections.Concurrent;
using System.Text;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Logging;

namespace AzurePerf.ProcessTests.Telemetry;

/// <summary>Stands for a collector: takes OTLP over HTTP on a loopback port and keeps the spans, and the names of metrics.</summary>
internal sealed class OtlpCollector : IAsyncDisposable
{
    private readonly WebApplication _app;
    private readonly ConcurrentQueue<ReceivedSpan> _spans = new();
    private readonly ConcurrentDictionary<string, bool> _metrics = new();

    private OtlpCollector()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseUrls("http://127.0.0.1:0");
        _app = builder.Build();
        _app.MapPost("/v1/traces", context => ReceiveAsync(context, KeepSpans));
        _app.MapPost("/v1/metrics", context => ReceiveAsync(context, KeepMetrics));
    }

    public string Address => _app.Urls.Single();

    public IReadOnlyList<ReceivedSpan> Spans => [.. _spans];

    /// <summary>Service and name, such as "worker azureperf.execution.duration".</summary>
    public ICollection<string> Metrics => _metrics.Keys;

    public static async Task<OtlpCollector> StartAsync()
    {
        var collector = new OtlpCollector();
        await collector._app.StartAsync(TestContext.Current.CancellationToken);
        return collector;
    }

    public ValueTask DisposeAsync() => _app.DisposeAsync();

    private static async Task ReceiveAsync(HttpContext context, Action<ReadOnlyMemory<byte>> keep)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body, context.RequestAborted);
        keep(body.ToArray());
        context.Response.ContentType = "application/x-protobuf";
    }

    /// <summary>Field numbers are those of opentelemetry/proto/trace/v1/trace.proto.</summary>
    private void KeepSpans(ReadOnlyMemory<byte> request)
    {
        foreach (var resource in All(request, 1))
        {
            foreach (var span in All(resource, 2).SelectMany(scope => All(scope, 2)))
            {
                _spans.Enqueue(new(ServiceOf(resource), Hex(span, 1), Hex(span, 2), Hex(span, 4), TextOf(span, 5)));
            }
        }
    }

    private void KeepMetrics(ReadOnlyMemory<byte> request)
    {
        foreach (var resource in All(request, 1))
        {
            foreach (var metric in All(resource, 2).SelectMany(scope => All(scope, 2)))
            {
                _metrics[$"{ServiceOf(resource)} {TextOf(metric, 1)}"] = true;
            }
        }
    }

    private static string ServiceOf(ReadOnlyMemory<byte> resource) => All(resource, 1).SelectMany(attributes => All(attributes, 1))
        .Where(attribute => TextOf(attribute, 1) == "service.name")
        .Select(attribute => TextOf(All(attribute, 2).Single(), 1))
        .Single();

    private static IEnumerable<ReadOnlyMemory<byte>> All(ReadOnlyMemory<byte> message, int field) =>
        ProtobufFields.Of(message).Where(found => found.Field == field).Select(found => found.Value);

    private static string TextOf(ReadOnlyMemory<byte> message, int field) => Encoding.UTF8.GetString(All(message, field).FirstOrDefault().Span);

    private static string Hex(ReadOnlyMemory<byte> message, int field) => Convert.ToHexStringLower(All(message, field).FirstOrDefault().Span);
}
