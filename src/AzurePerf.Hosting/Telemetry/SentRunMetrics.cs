using System.Diagnostics.Metrics;
using AzurePerf.Core.Metrics;
using Microsoft.Extensions.Hosting;
using OpenTelemetry.Metrics;

namespace AzurePerf.Hosting.Telemetry;

/// <summary>
/// Sends the metrics of single runs, apart from the others. Each time, only what was recorded since the last time is sent (delta
/// temporality). The SDK limits the series of a metric, and only with delta temporality does it free the place of a series that has ended.
/// Otherwise old runs would keep all places, and new runs would get none.
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
