using System.Diagnostics.Metrics;
using AzurePerf.Core.Metrics;
using OpenTelemetry;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;

namespace AzurePerf.Hosting.Telemetry;

/// <summary>
/// The metrics that a host keeps for whoever scrapes it. Only what has few values becomes a label, because a series stays as long as its
/// process: whatever runs are submitted and whatever addresses are asked for, no more series come of it.
/// </summary>
internal static class ScrapedMetrics
{
    public const string RuntimeMeter = "System.Runtime";
    private const string RequestMeter = "Microsoft.AspNetCore.Hosting";
    private const string RequestDuration = "http.server.request.duration";

    /// <summary>Tags whose values runs bring along.</summary>
    private static readonly string[] OfRuns = [MetricTags.RunId, MetricTags.TaskClass];

    public static MeterProvider Build(HostIdentity identity, bool ofRequests)
    {
        var provider = Sdk.CreateMeterProviderBuilder()
            .SetResourceBuilder(
                ResourceBuilder.CreateEmpty()
                    .AddService(identity.Name, "azureperf", identity.BuildId, autoGenerateServiceInstanceId: false))
            .AddMeter(EngineMeter.Name, RuntimeMeter)
            .AddView(ViewOf)
            .AddPrometheusExporter(exporter => exporter.ScopeInfoEnabled = false);
        return (ofRequests
            ? provider.AddMeter(RequestMeter)
                .AddView(instrument => instrument.Meter.Name == RequestMeter ? ViewOfRequests(instrument.Name) : null)
            : provider).Build();
    }

    /// <summary>Null for the metric as it is. Counts of kinds add up without the kind; values of one run say nothing without the run. What
    /// is sent is told no finer: there too a series keeps its place.</summary>
    public static MetricStreamConfiguration? ViewOf(Instrument instrument) =>
        instrument.Meter.Name != EngineMeter.Name
            || EngineMetrics.All.FirstOrDefault(metric => metric.Name == instrument.Name) is not { } metric
            || !metric.Tags.Any(OfRuns.Contains) ? null
        : metric.Kind == MetricKind.Counter ? new() { TagKeys = [.. metric.Tags.Except(OfRuns)] }
        : MetricStreamConfiguration.Drop;

    /// <summary>The template of a route, never a path, and nothing that a header says.</summary>
    private static MetricStreamConfiguration ViewOfRequests(string name) => name == RequestDuration
        ? new ExplicitBucketHistogramConfiguration
        {
            Boundaries = [0.005, 0.025, 0.1, 0.5, 2.5, 10],
            TagKeys = ["http.request.method", "http.response.status_code", "http.route"],
        }
        : MetricStreamConfiguration.Drop;
}
