using AzurePerf.Core.Metrics;
using AzurePerf.Core.Tracing;
using Microsoft.Extensions.Hosting;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;
using OpenTelemetry.Trace;

namespace AzurePerf.Hosting.Telemetry;

/// <summary>Exports the engine's spans and metrics for as long as the host runs. A collector that does not answer loses them and disturbs nobody.</summary>
internal sealed class TelemetryService(TelemetryAddress address, HostIdentity identity) : IHostedService, IDisposable
{
    private TracerProvider? _traces;
    private MeterProvider? _metrics;

    public Task StartAsync(CancellationToken cancellationToken)
    {
        var resource = ResourceBuilder.CreateEmpty().AddService(identity.Name, "azureperf", identity.BuildId, autoGenerateServiceInstanceId: false, serviceInstanceId: Environment.MachineName);
        _traces = Sdk.CreateTracerProviderBuilder().SetResourceBuilder(resource).AddSource(EngineTrace.Name).AddOtlpExporter(options => Address(options, "traces")).Build();
        _metrics = Sdk.CreateMeterProviderBuilder()
            .SetResourceBuilder(resource).AddMeter(EngineMeter.Name, ScrapedMetrics.RuntimeMeter).AddOtlpExporter(options => Address(options, "metrics")).Build();
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Sends what is left, for a few seconds at most.</summary>
    public void Dispose()
    {
        _traces?.Dispose();
        _metrics?.Dispose();
    }

    private void Address(OtlpExporterOptions options, string signal)
    {
        options.Protocol = address.Grpc ? OtlpExportProtocol.Grpc : OtlpExportProtocol.HttpProtobuf;
        options.Endpoint = address.For(signal);
    }
}
