using AzurePerf.Core.Experiments;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Results;

/// <summary>Values of a compared metric for people: MB/s, GFLOP/s, ops/s and ms.</summary>
public static class MetricText
{
    /// <summary>The unit in a heading.</summary>
    public static string Unit(string unit) =>
        unit switch { "B/s" => "MB/s", "ns" => "ms", "1/s" => "ops/s", "FLOP/s" => "GFLOP/s", _ => unit };

    /// <summary>A unit in words where its name does not say it all: "MB/s (1 MB = 10^6 B)".</summary>
    public static string UnitInWords(string unit) => unit switch
    {
        "B/s" => "MB/s (1 MB = 10^6 B)",
        "FLOP/s" => "GFLOP/s (10^9 floating-point operations/s, as many as the method counts)",
        _ => Unit(unit),
    };

    /// <summary>The heading of a metric's column: "MB/s", "per client", "p95 ms", "rows read rows/s".</summary>
    public static string Heading(Metric metric)
    {
        ArgumentNullException.ThrowIfNull(metric);
        return metric.OfOneClient ? metric.Column ?? metric.Label : $"{metric.Column ?? metric.Label} {Unit(metric.Unit)}".Trim();
    }

    /// <summary>Without the unit; "-" where there is none.</summary>
    public static string Value(double? value, string unit) => value is not { } figure ? "-" : unit switch
    {
        "B/s" => NumberFormat.Megabytes(figure),
        "ns" => NumberFormat.Milliseconds(figure),
        "FLOP/s" => NumberFormat.Significant(figure / 1e9),
        _ => NumberFormat.Significant(figure),
    };

    /// <summary>A cell of a column in the unit of <see cref="Unit"/>.</summary>
    public static SectionCell Cell(double? value, string unit) =>
        new(Value(value, unit), unit switch { "B/s" or "ns" => value / 1e6, "FLOP/s" => value / 1e9, _ => value });

    /// <summary>"opsPerSecond, higher is better".</summary>
    public static string Describe(string metric, bool higherIsBetter) =>
        metric + (higherIsBetter ? ", higher is better" : ", lower is better");

    /// <summary>"0.93 to 1.08"; "-" where there is none.</summary>
    public static string Interval(double? low, double? high) =>
        low is { } from && high is { } to ? $"{NumberFormat.Significant(from)} to {NumberFormat.Significant(to)}" : "-";

    public static string Ratio(double? ratio) => ratio is { } value ? NumberFormat.Significant(value) : "-";
}
