using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Sections;

namespace AzurePerf.Core.Experiments;

/// <summary>What an experiment makes its own sections of: the configurations of a run with the repetitions that count.</summary>
/// <param name="Names">Names of the factors that vary.</param>
/// <param name="Levels">Those that have a repetition that counts, in the order in which the run lists them.</param>
public sealed record MeasuredLevels(LevelColumns Names, IReadOnlyList<MeasuredLevel> Levels);

/// <summary>One configuration.</summary>
/// <param name="Levels">Its value of each factor.</param>
/// <param name="Options">Of its points; null where they are what stages of tasks were folded into.</param>
/// <param name="Counted">Its repetitions that count, in the order of measurement.</param>
public sealed record MeasuredLevel(JsonObject Levels, MeasurementOptions? Options, IReadOnlyList<PointResult> Counted)
{
    /// <summary>Which repetition each of them is: numbers between those of two neighbours do not count.</summary>
    public IReadOnlyList<int> Numbers { get; init; } = [.. Enumerable.Range(0, Counted.Count)];

    /// <summary>The values of a metric in its unit, of the repetitions that have one.</summary>
    public IReadOnlyList<double> ValuesOf(Metric metric)
    {
        ArgumentNullException.ThrowIfNull(metric);
        return [.. Counted.Select(result => metric.Of(result, Options)).OfType<double>()];
    }

    /// <summary>Their median: the number of the configuration; null without any value.</summary>
    public double? MedianOf(Metric metric) =>
        ValuesOf(metric) is { Count: > 0 } values ? Statistics.Sample.Median(values) : null;
}

/// <summary>The factors of a run as columns of a table, and configurations in words.</summary>
/// <param name="experiment">Of the run; null where it is not known.</param>
/// <param name="parameters">Of the run.</param>
public sealed class LevelColumns(ExperimentDefinition? experiment, JsonObject parameters)
{
    /// <summary>The factor of the simulated clients: no rate means anything without their number.</summary>
    public const string Clients = "clients";

    /// <summary>A configuration but for one of its factors, as a JSON object: equal where all others are.</summary>
    public static string Without(JsonObject levels, string factor)
    {
        ArgumentNullException.ThrowIfNull(levels);
        var others = levels.DeepClone().AsObject();
        others.Remove(factor);
        return others.ToJsonString();
    }

    /// <summary>Factors with several levels, the clients where the run chooses them, and what stages found.</summary>
    public IReadOnlyList<string> Varying { get; } =
    [
        .. parameters
            .Where(parameter => parameter.Value is JsonArray levels
                && (levels.Count > 1 || (parameter.Key == Clients && experiment is not { FixesClients: true })))
            .Select(parameter => parameter.Key),
        .. (experiment?.FoundFactors ?? []).Select(factor => factor.Name),
    ];

    /// <summary>A column for each of these factors.</summary>
    public IReadOnlyList<SectionColumn> ColumnsOf(IEnumerable<string> factors) =>
        [.. factors.Select(name => new SectionColumn(name, IsNumber: Find(name)?.IsNumber != false) { IsFactor = true })];

    /// <summary>Their cells of a configuration.</summary>
    public IReadOnlyList<SectionCell> CellsOf(IEnumerable<string> factors, JsonObject levels) =>
        [.. factors.Select(name => CellOf(name, levels[name]))];

    /// <summary>"read, fileBytes 64 MiB", of the factors that vary; empty where none of these levels does.</summary>
    public string TextOf(JsonObject levels)
    {
        ArgumentNullException.ThrowIfNull(levels);
        return LevelText.Of([.. experiment?.Parameters ?? [], .. experiment?.FoundFactors ?? []], levels, Varying);
    }

    /// <summary>A sentence about a configuration: its name and a colon before the sentence, where it has a name.</summary>
    public string Of(JsonObject levels, string sentence) => TextOf(levels) is { Length: > 0 } text ? $"{text}: {sentence}" : sentence;

    private ParameterDefinition? Find(string name) =>
        experiment?.FindParameter(name) ?? experiment?.FoundFactors.FirstOrDefault(factor => factor.Name == name);

    private SectionCell CellOf(string name, JsonNode? level) =>
        new(LevelText.Of(level, Find(name)?.Unit ?? ""), LevelText.NumberOf(level));
}
