namespace AzurePerf.Core.Metrics;

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
