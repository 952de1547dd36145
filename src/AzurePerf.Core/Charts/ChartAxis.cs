namespace AzurePerf.Core.Charts;

/// <summary>One axis.</summary>
/// <param name="Label">What is on it, in words.</param>
/// <param name="Unit">With its SI prefix; empty for a pure number.</param>
/// <param name="Scale">What its places are.</param>
public sealed record ChartAxis(string Label, string Unit, ChartScale Scale)
{
    /// <summary>Its names, of a category axis; else empty.</summary>
    public IReadOnlyList<string> Categories { get; init; } = [];

    /// <summary>"latency, ms".</summary>
    public string Heading() => Unit.Length == 0 ? Label : $"{Label}, {Unit}";
}
