using System.Text.Json.Nodes;

namespace AzurePerf.Core.Comparisons;

/// <summary>One combination of levels of one run.</summary>
/// <param name="Levels">Its value of each factor.</param>
/// <param name="Setting">Where and how it was measured.</param>
/// <param name="Values">The metric of each repetition; what a repetition measured inside is already one value here.</param>
public sealed record ComparedPoint(JsonObject Levels, MeasurementSetting Setting, IReadOnlyList<double> Values)
{
    /// <summary>Repetitions that are not among them, because the measuring machine limited them.</summary>
    public int GeneratorBound { get; init; }

    /// <summary>True when what the measuring machine limited leaves too few repetitions for a conclusion.</summary>
    public bool IsGeneratorBound => GeneratorBound > 0 && Values.Count < ComparisonRule.MinimumRepetitions;
}
