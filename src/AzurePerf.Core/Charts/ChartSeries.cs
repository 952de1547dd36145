namespace AzurePerf.Core.Charts;

/// <summary>Points that belong together.</summary>
/// <param name="Name">As in the legend.</param>
/// <param name="Role">What they are.</param>
/// <param name="Points">In the order of the x axis.</param>
public sealed record ChartSeries(string Name, SeriesRole Role, IReadOnlyList<ChartPoint> Points)
{
    /// <summary>The small chart that it is in; empty where there is one chart only.</summary>
    public string Panel { get; init; } = "";
}
