using System.Diagnostics;
using System.Globalization;
using Azure.Monitor.OpenTelemetry.Exporter;
using AzurePerf.Core.Metrics;
using AzurePerf.Core.Settings;
using AzurePerf.Core.Tracing;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace AzurePerf.Hosting.Telemetry;

/// <summary>
/// Sends the engine's spans and metrics by OTLP, to Application Insights, or to both, for as long as the host runs: where an address is
/// given, under the names that both give their settings everywhere. A receiver that does not answer loses them and disturbs nobody.
/// </summary>
public static class TelemetrySetup
{
    internal const string EndpointVariable = "OTEL_EXPORTER_OTLP_ENDPOINT";
    internal const string ProtocolVariable = "OTEL_EXPORTER_OTLP_PROTOCOL";
    internal const string InsightsVariable = "APPLICATIONINSIGHTS_CONNECTION_STRING";

    /// <summary>Switches off what the exporter reports about itself: there is no option for it.</summary>
    private const string InsightsReports = "APPLICATIONINSIGHTS_STATSBEAT_DISABLED";

    /// <summary>Of this process: several workers of one machine are several instances.</summary>
    internal static string InstanceId { get; } =
        string.Create(CultureInfo.InvariantCulture, $"{Environment.MachineName}-{Environment.ProcessId}");

    internal static void AddTelemetry(this WebApplicationBuilder builder, HostIdentity identity)
    {
        var (collector, insights) = (ReadCollector(builder.Configuration), ReadInsights(builder.Configuration));
        if (collector is null && insights is null)
        {
            return;
        }

        builder.Services.AddOpenTelemetry()
            .ConfigureResource(resource => resource.Clear().AddHost(identity))
            .WithTracing(traces => traces.AddSource(EngineTrace.Name).To(collector).ToInsights(insights))
            .WithMetrics(metrics => metrics.AddMeter(EngineMeter.Name, ScrapedMetrics.RuntimeMeter)
                .AddView(ScrapedMetrics.ViewOf)
                .To(collector).ToInsights(insights));
        builder.Services.AddHostedService(_ =>
            new SentRunMetrics(() => BuildRunMetrics(identity, builder.Configuration, collector, insights)));
    }

    /// <summary>Sends the metrics of single runs.</summary>
    internal static MeterProvider BuildRunMetrics(
        HostIdentity identity, IConfiguration configuration, TelemetryAddress? collector, string? insights) =>
        Sdk.CreateMeterProviderBuilder()
            .ConfigureServices(services => services.AddSingleton(configuration))
            .SetResourceBuilder(ResourceBuilder.CreateEmpty().AddHost(identity))
            .AddMeter(EngineMeter.Name)
            .AddView(instrument =>
                SentRunMetrics.Has(instrument) ? new() { CardinalityLimit = SentRunMetrics.MostSeries } : MetricStreamConfiguration.Drop)
            .To(collector, SentRunMetrics.Temporality).ToInsights(insights)
            .Build();

    /// <summary>Makes a span of each request that changes something, the first of a run's trace among them; a refused one changes
    /// nothing, and strangers could send any number. For a host that serves people and programs, not for one that measures.</summary>
    public static void TraceRequests(this IServiceCollection services) => services.ConfigureOpenTelemetryTracerProvider(traces =>
        traces.AddAspNetCoreInstrumentation(requests =>
        {
            requests.Filter = context => !HttpMethods.IsGet(context.Request.Method) && !HttpMethods.IsHead(context.Request.Method);
            requests.EnrichWithHttpResponse = (span, response) =>
            {
                if (response.StatusCode is >= 400 and < 500)
                {
                    // Processors pass on what is recorded only.
                    span.ActivityTraceFlags &= ~ActivityTraceFlags.Recorded;
                }
            };
        }));

    /// <summary>The collector that takes OTLP; null for none.</summary>
    /// <exception cref="SettingsException">A setting makes no sense.</exception>
    internal static TelemetryAddress? ReadCollector(IConfiguration configuration)
    {
        if (string.IsNullOrWhiteSpace(configuration[EndpointVariable]))
        {
            return null;
        }

        if (!Uri.TryCreate(configuration[EndpointVariable], UriKind.Absolute, out var uri) || uri.Scheme is not ("http" or "https"))
        {
            throw new SettingsException($"{EndpointVariable} must be an address such as http://collector:4318");
        }

        return new(uri, configuration[ProtocolVariable] switch
        {
            null or "" or "http/protobuf" => false,
            "grpc" => true,
            _ => throw new SettingsException($"{ProtocolVariable} must be http/protobuf or grpc"),
        });
    }

    /// <summary>The connection string of Application Insights; null for none. What is wrong with it is said without its text.</summary>
    /// <exception cref="SettingsException">It is none.</exception>
    internal static string? ReadInsights(IConfiguration configuration)
    {
        if (configuration[InsightsVariable] is not { } text || string.IsNullOrWhiteSpace(text))
        {
            return null;
        }

        var parts = text.Split(';', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries)
            .Select(part => part.Split('=', 2)).ToArray();
        var valid = parts.All(part => part.Length == 2)
            && parts.Any(part => part[0].Equals("InstrumentationKey", StringComparison.OrdinalIgnoreCase) && Guid.TryParse(part[1], out _))
            && parts.Where(part => part[0].EndsWith("Endpoint", StringComparison.OrdinalIgnoreCase))
                .All(part => Uri.TryCreate(part[1], UriKind.Absolute, out _));
        return valid ? text : throw new SettingsException(
            $"{InsightsVariable} is not a connection string of Application Insights; copy it from the overview of the resource: it has "
                + $"InstrumentationKey=... and IngestionEndpoint=...");
    }

    private static ResourceBuilder AddHost(this ResourceBuilder resource, HostIdentity identity) =>
        resource.AddService(identity.Name, "azureperf", identity.BuildId, autoGenerateServiceInstanceId: false,
            serviceInstanceId: InstanceId);

    private static TracerProviderBuilder To(this TracerProviderBuilder traces, TelemetryAddress? collector) =>
        collector is null ? traces : traces.AddOtlpExporter(options => collector.Apply(options, "traces"));

    private static MeterProviderBuilder To(
        this MeterProviderBuilder metrics, TelemetryAddress? collector, MetricReaderTemporalityPreference? temporality = null) =>
        collector is null ? metrics : metrics.AddOtlpExporter((options, reader) =>
        {
            collector.Apply(options, "metrics");
            reader.TemporalityPreference = temporality ?? reader.TemporalityPreference;
        });

    private static TracerProviderBuilder ToInsights(this TracerProviderBuilder traces, string? insights) =>
        insights is null ? traces : traces.AddAzureMonitorTraceExporter(options => Apply(insights, options));

    private static MeterProviderBuilder ToInsights(this MeterProviderBuilder metrics, string? insights) =>
        insights is null ? metrics : metrics.AddAzureMonitorMetricExporter(options => Apply(insights, options));

    /// <summary>Every trace is sent: a run makes few spans. Nothing goes elsewhere: no reports of the exporter about itself, no live view
    /// that asks every second. Nothing is kept on disk for a receiver that does not answer: a host may have nothing to write to, and a
    /// worker measures disks.</summary>
    private static void Apply(string insights, AzureMonitorExporterOptions options)
    {
        options.ConnectionString = insights;
        options.DisableOfflineStorage = true;
        (options.TracesPerSecond, options.SamplingRatio) = (null, 1);
        options.EnableLiveMetrics = false;
        Environment.SetEnvironmentVariable(InsightsReports, "true");
    }

    private static void Apply(this TelemetryAddress collector, OtlpExporterOptions options, string signal)
    {
        options.Protocol = collector.Grpc ? OtlpExportProtocol.Grpc : OtlpExportProtocol.HttpProtobuf;
        options.Endpoint = collector.For(signal);
    }
}

/// <summary>Where telemetry goes.</summary>
/// <param name="Collector">The collector's address, without the paths of traces and metrics.</param>
/// <param name="Grpc">True for gRPC, false for HTTP with protobuf.</param>
internal sealed record TelemetryAddress(Uri Collector, bool Grpc)
{
    /// <summary>The address for one kind of data, traces or metrics: over HTTP each has a path of its own.</summary>
    public Uri For(string signal) => Grpc ? Collector : new(Collector.ToString().TrimEnd('/') + "/v1/" + signal);
}
