namespace AzurePerf.Core.Texts;

/// <summary>A unit with its SI prefix.</summary>
/// <param name="Symbol">As printed.</param>
/// <param name="Size">How many base units (ns, B/s, FLOP/s, operations/s) one of it is.</param>
public sealed record ChartUnit(string Symbol, double Size)
{
    private static readonly ChartUnit[] Times = [new("s", 1e9), new("ms", 1e6), new("µs", 1e3), new("ns", 1)];
    private static readonly ChartUnit[] Bytes = [new("GB/s", 1e9), new("MB/s", 1e6), new("kB/s", 1e3), new("B/s", 1)];
    private static readonly ChartUnit[] Flops = [new("TFLOP/s", 1e12), new("GFLOP/s", 1e9), new("MFLOP/s", 1e6), new("FLOP/s", 1)];
    private static readonly ChartUnit[] Operations = [new("Mops/s", 1e6), new("kops/s", 1e3), new("ops/s", 1)];

    /// <summary>Where numbers of five digits begin to be hard to read.</summary>
    private const double Large = 20;

    /// <summary>For values of a metric up to this; where nothing was above 0, the unit of the tables.</summary>
    /// <param name="unit">1/s, B/s, FLOP/s or ns; a share is in per cent, any other has no prefix.</param>
    /// <param name="value">The largest; of latencies a typical one.</param>
    public static ChartUnit Of(string unit, double value) => unit switch
    {
        "B/s" => OfBytes(value),
        "FLOP/s" => OfFlops(value),
        "ns" => OfTime(value),
        "1/s" => OfOperations(value),
        "share" => new("%", 0.01),
        _ => new(unit, 1),
    };

    /// <summary>For latencies, by a typical one.</summary>
    public static ChartUnit OfTime(double nanoseconds) => Pick(Times, nanoseconds, 1, "ms");

    /// <summary>A latency in the unit that suits it: "19.3 ms".</summary>
    public static string TimeText(double nanoseconds) => OfTime(nanoseconds).Text(nanoseconds);

    /// <summary>For bytes per second, by the largest: 17,620 MB/s stays, because most tables are in MB/s.</summary>
    public static ChartUnit OfBytes(double bytesPerSecond) => Pick(Bytes, bytesPerSecond, Large, "MB/s");

    /// <summary>For floating-point operations per second, likewise.</summary>
    public static ChartUnit OfFlops(double perSecond) => Pick(Flops, perSecond, 1, "GFLOP/s");

    /// <summary>For operations per second, likewise.</summary>
    public static ChartUnit OfOperations(double perSecond) => Pick(Operations, perSecond, Large, "ops/s");

    /// <summary>A value in this unit.</summary>
    public double Of(double value, int digits = ChartNumber.Digits) => ChartNumber.Round(value / Size, digits);

    /// <summary>"163 MB/s".</summary>
    public string Text(double value) => $"{ChartNumber.Text(Of(value))} {Symbol}";

    private static ChartUnit Pick(ChartUnit[] units, double value, double atLeast, string usual) => value > 0
        ? units.FirstOrDefault(unit => value >= unit.Size * atLeast) ?? units[^1]
        : units.First(unit => unit.Symbol == usual);
}
