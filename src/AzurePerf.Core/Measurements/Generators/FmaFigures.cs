using System.Text.Json.Serialization;

namespace AzurePerf.Core.Measurements.Generators;

/// <summary>How fast a fixed number of independent fused multiply-adds ran in the registers of the processors that a point used: nothing but a change of the machine itself changes it.</summary>
/// <param name="BeforeFlopPerSecond">When all clients were warm, all their processors together.</param>
/// <param name="AfterFlopPerSecond">When the last client had ended.</param>
public sealed record FmaFigures(double BeforeFlopPerSecond, double AfterFlopPerSecond)
{
    /// <summary>A change beyond this is told: two readings of an undisturbed machine differ by 1 to 2 %, and comparisons take 5 % for a change.</summary>
    public const double NotableChange = 0.05;

    /// <summary>Relative to before.</summary>
    [JsonIgnore]
    public double Change => BeforeFlopPerSecond > 0 ? (AfterFlopPerSecond / BeforeFlopPerSecond) - 1 : 0;

    [JsonIgnore]
    public bool IsNotable => Math.Abs(Change) > NotableChange;
}
