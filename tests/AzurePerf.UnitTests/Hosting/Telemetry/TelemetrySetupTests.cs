using System.Collections.Concurrent;
using System.IO.Compression;
using System.Text;
using AzurePerf.Core.Settings;
using AzurePerf.Core.Tracing;
using AzurePerf.Hosting;
using AzurePerf.Hosting.Telemetry;
using AzurePerf.Testing.Http;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.TestHost;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.Logging;
using Xunit;

namespace AzurePerf.UnitTests.Hosting.Telemetry;

public sealed class TelemetrySetupTests
{
    private const string Key = "6f1f9bd1-3c43-4c2c-9d0b-1f5b7f1a8a10";

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Spans_of_the_engine_reach_Application_Insights_by_the_time_that_the_host_has_ended()
    {
        var received = new ConcurrentQueue<string>();
        await using var service = await LoopbackService.StartAsync(context => ReceiveAsync(context, received), Token);
        await using (var host = Build($"InstrumentationKey={Key};IngestionEndpoint={service.Endpoint}"))
        {
            await host.StartAsync(Token);
            using (EngineTrace.Begin("run.submit"))
            {
                Assert.NotNull(EngineTrace.Current);
            }

            await host.StopAsync(Token);
        }

        Assert.Contains(received, text => text.Contains("run.submit", StringComparison.Ordinal) && text.Contains(Key, StringComparison.OrdinalIgnoreCase));
    }

    [Theory]
    [InlineData("InstrumentationKey=hidden")]
    [InlineData("hidden")]
    [InlineData("IngestionEndpoint=https://hidden.example/")]
    [InlineData("InstrumentationKey=" + Key + ";IngestionEndpoint=hidden")]
    [InlineData("InstrumentationKey=" + Key + ";hidden")]
    public void What_is_no_connection_string_ends_the_host_with_a_sentence_without_it(string text)
    {
        var fault = Assert.Single(Assert.Throws<SettingsException>(() => Build(text)).Faults);

        Assert.StartsWith("APPLICATIONINSIGHTS_CONNECTION_STRING is not a connection string of Application Insights; copy it", fault, StringComparison.Ordinal);
        Assert.DoesNotContain("hidden", fault, StringComparison.Ordinal);
        Assert.DoesNotContain(Key, fault, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("collector:4318", null, "OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://collector:4318")]
    [InlineData("ftp://collector", null, "OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://collector:4318")]
    [InlineData("http://collector:4318", "http/json", "OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or grpc")]
    public void A_collector_that_cannot_be_reached_as_it_is_set_ends_the_host_with_a_sentence(string address, string? protocol, string said) =>
        Assert.Equal([said], Assert.Throws<SettingsException>(() => TelemetrySetup.ReadCollector(Collector(address, protocol))).Faults);

    [Theory]
    [InlineData(null, false)]
    [InlineData("http/protobuf", false)]
    [InlineData("grpc", true)]
    public void A_collector_is_spoken_to_as_it_is_set(string? protocol, bool grpc) =>
        Assert.Equal(new(new("http://collector:4318"), grpc), TelemetrySetup.ReadCollector(Collector("http://collector:4318", protocol)));

    private static IConfiguration Collector(string address, string? protocol) => new ConfigurationBuilder()
        .AddInMemoryCollection([new("OTEL_EXPORTER_OTLP_ENDPOINT", address), new("OTEL_EXPORTER_OTLP_PROTOCOL", protocol)]).Build();

    private static WebApplication Build(string insights)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.UseTestServer();
        builder.Configuration.AddInMemoryCollection([new("APPLICATIONINSIGHTS_CONNECTION_STRING", insights)]);
        builder.AddTelemetry(HostIdentity.Of("web"));
        return builder.Build();
    }

    private static async Task ReceiveAsync(HttpContext context, ConcurrentQueue<string> received)
    {
        using var body = new MemoryStream();
        await context.Request.Body.CopyToAsync(body, context.RequestAborted);
        body.Position = 0;
        await using Stream plain = context.Request.Headers.ContentEncoding == "gzip" ? new GZipStream(body, CompressionMode.Decompress) : body;
        using var reader = new StreamReader(plain, Encoding.UTF8);
        received.Enqueue(await reader.ReadToEndAsync(context.RequestAborted));
        await context.Response.WriteAsync("""{"itemsReceived":1,"itemsAccepted":1,"errors":[]}""", context.RequestAborted);
    }
}
