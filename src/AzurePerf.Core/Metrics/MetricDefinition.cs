using System.Diagnostics.Metrics;

namespace AzurePerf.Core.Metrics;

/// <summary>One metric as it is documented and as its instrument is made.</summary>
/// <param name="Name">By the naming of OpenTelemetry's semantic conventions.</param>
/// <param name="Kind">gauge, counter or histogram.</param>
/// <param name="Unit">In UCUM: s, or what is counted in braces.</param>
/// <param name="Host">Which process records it.</param>
/// <param name="Description">What one value says.</param>
/// <param name="Tags">The tags of every value.</param>
public sealed record MetricDefinition(
    string Name, MetricKind Kind, string Unit, string Host, string Description, params IReadOnlyList<string> Tags)
{
    /// <summary>From a quick message to the longest published point.</summary>
    private static readonly InstrumentAdvice<double> Seconds = new()
    {
        HistogramBucketBoundaries = [0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 60, 120, 300, 600, 1_800, 3_600, 7_200],
    };

    public Gauge<T> Gauge<T>(Meter meter)
        where T : struct => meter.CreateGauge<T>(Name, Unit, Description);

    public Counter<long> Counter(Meter meter) => meter.CreateCounter<long>(Name, Unit, Description);

    /// <summary>Of durations.</summary>
    public Histogram<double> Histogram(Meter meter) => meter.CreateHistogram(Name, Unit, Description, tags: null, Seconds);
}

/// <summary>How the values of a metric belong together.</summary>
public enum MetricKind
{
    /// <summary>The latest value counts.</summary>
    Gauge,

    /// <summary>Values add up, from the start of the process.</summary>
    Counter,

    /// <summary>Values are collected by size.</summary>
    Histogram,
}
