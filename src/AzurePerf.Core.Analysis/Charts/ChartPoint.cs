using System.Text.Json.Serialization;

namespace AzurePerf.Core.Charts;

/// <summary>One point, in the units of the axes.</summary>
/// <param name="X">Its place.</param>
/// <param name="Y">Its value; null for a gap.</param>
public sealed record ChartPoint(double X, double? Y)
{
    /// <summary>Lower end of its interval; null where it has none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? Low { get; init; }

    /// <summary>Its upper end.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public double? High { get; init; }

    /// <summary>Operations in it, of a cell of a heat map.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public long? Count { get; init; }

    /// <summary>True where something may have distorted it: drawn hollow.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Hollow { get; init; }

    /// <summary>What else is to be said of it; null for nothing.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Note { get; init; }
}
