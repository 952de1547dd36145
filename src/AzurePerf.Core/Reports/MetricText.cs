namespace AzurePerf.Core.Reports;

/// <summary>Values of a compared metric for people: MB/s, GFLOP/s, ops/s and ms.</summary>
public static class MetricText
{
    /// <summary>The unit in a heading.</summary>
    public static string Unit(string unit) => unit switch { "B/s" => "MB/s", "ns" => "ms", "1/s" => "ops/s", "FLOP/s" => "GFLOP/s", _ => unit };

    /// <summary>Without the unit; "-" where there is none.</summary>
    public static string Value(double? value, string unit) => value is not { } figure ? "-" : unit switch
    {
        "B/s" => Figures.Megabytes(figure),
        "ns" => Figures.Milliseconds(figure),
        "FLOP/s" => Figures.Significant(figure / 1e9),
        _ => Figures.Significant(figure),
    };

    /// <summary>"opsPerSecond, higher is better".</summary>
    public static string Describe(string metric, bool higherIsBetter) => metric + (higherIsBetter ? ", higher is better" : ", lower is better");

    /// <summary>"0.93 to 1.08"; "-" where there is none.</summary>
    public static string Interval(double? low, double? high) => low is { } from && high is { } to ? $"{Figures.Significant(from)} to {Figures.Significant(to)}" : "-";

    public static string Ratio(double? ratio) => ratio is { } value ? Figures.Significant(value) : "-";
}
