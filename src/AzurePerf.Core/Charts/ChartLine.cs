namespace AzurePerf.Core.Charts;

/// <summary>A line across the chart.</summary>
/// <param name="Role">What it stands for.</param>
/// <param name="Name">In words, with its value.</param>
/// <param name="Value">On the y axis; of a change, on the x axis.</param>
public sealed record ChartLine(ChartLineRole Role, string Name, double Value);
