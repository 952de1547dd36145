using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Results;

/// <summary>Headlines of runs in words; lists of every kind print the same.</summary>
public static class HeadlineText
{
    /// <summary>"163 MB/s", "0.412 ms".</summary>
    public static string Value(double value, string unit) => $"{MetricText.Value(value, unit)} {MetricText.Unit(unit)}";

    /// <summary>The same unit for charts.</summary>
    public static ChartUnit Scale(string unit) => new(MetricText.Unit(unit), unit switch { "FLOP/s" => 1e9, "B/s" or "ns" => 1e6, _ => 1 });

    /// <summary>One level with its unit: "1 MiB", "4".</summary>
    /// <param name="parameters">Of the experiment; empty where nobody knows it.</param>
    /// <param name="factor">Its name.</param>
    /// <param name="level">Its value.</param>
    public static string Level(IReadOnlyList<ParameterDefinition> parameters, string factor, JsonNode? level) =>
        LevelText.Of(level, parameters.FirstOrDefault(parameter => parameter.Name == factor)?.Unit ?? "");
}
