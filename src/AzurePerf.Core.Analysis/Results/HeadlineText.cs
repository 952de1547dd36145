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

    /// <summary>Where the headline was measured: "clients 4, payloadBytes 1 MiB"; factors of which the run has one level are left out by
    /// whoever gives the names.</summary>
    /// <param name="parameters">Of the experiment; empty where nobody knows it.</param>
    /// <param name="levels">Of the combination.</param>
    /// <param name="named">Factors to name; null for all.</param>
    public static string Levels(IReadOnlyList<ParameterDefinition> parameters, JsonObject levels, IReadOnlyCollection<string>? named = null)
    {
        ArgumentNullException.ThrowIfNull(levels);
        return string.Join(", ", levels
            .Where(level => named is null || named.Contains(level.Key))
            .Select(level => $"{level.Key} {Level(parameters, level.Key, level.Value)}"));
    }

    /// <summary>One level with its unit: "1 MiB", "4".</summary>
    /// <param name="parameters">Of the experiment; empty where nobody knows it.</param>
    /// <param name="factor">Its name.</param>
    /// <param name="level">Its value.</param>
    public static string Level(IReadOnlyList<ParameterDefinition> parameters, string factor, JsonNode? level) =>
        LevelText.Of(level, parameters.FirstOrDefault(parameter => parameter.Name == factor)?.Unit ?? "");
}
