namespace AzurePerf.Core.Charts;

/// <summary>One column of a chart's table.</summary>
/// <param name="Name">As in the heading.</param>
/// <param name="Unit">Of its numbers; empty for words and pure numbers.</param>
public sealed record ChartColumn(string Name, string Unit = "")
{
    /// <summary>"p50, ms".</summary>
    public string Heading() => Unit.Length == 0 ? Name : $"{Name}, {Unit}";
}
