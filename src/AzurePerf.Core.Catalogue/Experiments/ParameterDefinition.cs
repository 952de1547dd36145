using System.Text.Json.Nodes;
using System.Text.Json.Serialization;

namespace AzurePerf.Core.Experiments;

/// <summary>One parameter of an experiment as the catalogue shows it.</summary>
/// <param name="Name">As written in a run request.</param>
/// <param name="Description">One sentence for people.</param>
/// <param name="Kind">What values it takes.</param>
/// <param name="Unit">Unit of the number; empty for a pure number, a choice or a text.</param>
/// <param name="Minimum">Smallest value; null for a choice or a text.</param>
/// <param name="Maximum">Largest value; null for a choice or a text.</param>
/// <param name="Choices">The words accepted; empty but for a choice.</param>
/// <param name="Default">The value when the request names neither it nor a preset.</param>
/// <param name="Factor">True when it takes a list, one point per value.</param>
public sealed record ParameterDefinition(
    string Name,
    string Description,
    ParameterKind Kind,
    string Unit,
    double? Minimum,
    double? Maximum,
    IReadOnlyList<string> Choices,
    JsonNode Default,
    bool Factor)
{
    /// <summary>The most characters that any text may have.</summary>
    public const int LongestText = 4_000;

    /// <summary>The longest text, in UTF-16 characters; null unless it is a text.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public int? MostCharacters { get; init; }

    /// <summary>A text as somebody might write it; null where there is none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Example { get; init; }

    /// <summary>True where its values are numbers and have an order.</summary>
    [JsonIgnore]
    public bool IsNumber => Kind is ParameterKind.Integer or ParameterKind.Number;

    /// <summary>True for a factor that is no part of a point's levels while it has nothing but its default, and for another parameter that
    /// is no part of a stored request then.</summary>
    [JsonIgnore]
    public bool SilentAtDefault { get; init; }
}

/// <summary>What values a parameter takes.</summary>
public enum ParameterKind
{
    /// <summary>A whole number.</summary>
    Integer,

    /// <summary>A number that may have decimals.</summary>
    Number,

    /// <summary>One of a few words.</summary>
    Choice,

    /// <summary>One line of text, which only the experiment can judge. Never a factor.</summary>
    Text,
}
