namespace AzurePerf.Core.Reports;

/// <summary>Values of a compared metric for people: MB/s, GFLOP/s, ops/s and ms.</summary>
public static class MetricText
{
    /// <summary>The unit in a heading.</summary>
    public static string Unit(string unit) =>
        unit switch { "B/s" => "MB/s", "ns" => "ms", "1/s" => "ops/s", "FLOP/s" => "GFLOP/s", _ => unit };

    /// <summary>Without the unit; "-" where there is none.</summary>
    public static string Value(double? value, string unit) => value is not { } figure ? "-" : unit switch
    {
        "B/s" => NumberFormat.Megabytes(figure),
        "ns" => NumberFormat.Milliseconds(figure),
        "FLOP/s" => NumberFormat.Significant(figure / 1e9),
        _ => NumberFormat.Significant(figure),
    };

    /// <summary>"opsPerSecond, higher is better".</summary>
    public static string Describe(string metric, bool higherIsBetter) =>
        metric + (higherIsBetter ? ", higher is better" : ", lower is better");

    /// <summary>"0.93 to 1.08"; "-" where there is none.</summary>
    public static string Interval(double? low, double? high) =>
        low is { } from && high is { } to ? $"{NumberFormat.Significant(from)} to {NumberFormat.Significant(to)}" : "-";

    public static string Ratio(double? ratio) => ratio is { } value ? NumberFormat.Significant(value) : "-";
}
