using System.Diagnostics.Metrics;
using AzurePerf.Core.Metrics;
using Microsoft.Extensions.Hosting;
using OpenTelemetry.Metrics;

namespace AzurePerf.Hosting.Telemetry;

/// <summary>
/// Sends the metrics of single runs as long as the host runs, apart from the others: only what was recorded since they were last sent. The
/// SDK has room for so many series of a metric, and gives the room of one that is recorded no more to another only for those that are sent
/// so. Otherwise old runs would take it for as long as the process, and new ones have none.
/// </summary>
internal sealed class SentRunMetrics(Func<MeterProvider> build) : IHostedService, IDisposable
{
    /// <summary>For a thousand runs at once, and what ended since they were last sent: one of three stages has 18.</summary>
    public const int MostSeries = 20_000;

    /// <summary>For a gauge it means only that: its values are no differences.</summary>
    public const MetricReaderTemporalityPreference Temporality = MetricReaderTemporalityPreference.Delta;

    private MeterProvider? _provider;

    /// <summary>Whether an instrument records values of single runs.</summary>
    public static bool Has(Instrument instrument) => instrument.Meter.Name == EngineMeter.Name
        && EngineMetrics.All.Any(metric => metric.Name == instrument.Name && metric.Tags.Contains(MetricTags.RunId));

    public Task StartAsync(CancellationToken cancellationToken)
    {
        _provider = build();
        return Task.CompletedTask;
    }

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    /// <summary>Sends what is left.</summary>
    public void Dispose() => _provider?.Dispose();
}
