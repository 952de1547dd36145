using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;

namespace AzurePerf.UnitTests.Comparisons;

/// <summary>Points to compare, all alike but for what a test varies.</summary>
internal static class ComparedPoints
{
    public static readonly MeasurementSetting Setting = new("Azure.Storage.Blobs 12.17.0", "0.1.0+abc", "Standard_D4s_v5", "westeurope", "paper");

    public static readonly double[] Hundred = [98.1, 101.2, 99.4, 100.7, 97.9, 102.3, 100.1, 98.8, 101.9, 99.7];

    public static ComparedPoint Point(IReadOnlyList<double> values, MeasurementSetting? setting = null, string levels = """{ "clients": 16 }""") =>
        new(JsonNode.Parse(levels)!.AsObject(), setting ?? Setting, values);

    public static PointPair Pair(IReadOnlyList<double> first, IReadOnlyList<double> second) => new(Point(first), Point(second));

    public static double[] Times(this double[] values, double factor) => [.. values.Select(value => value * factor)];

    public static PointComparison Compare(PointPair pair, bool higherIsBetter = true, ComparisonRule? rule = null) =>
        SweepComparison.Of([pair], higherIsBetter, rule ?? new())[0];
}
