using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Reports;

/// <summary>What only a probe could observe, as one line for people.</summary>
public static class FigureText
{
    /// <summary>"first second 1,180 MB/s, after the first second 954 MB/s"; nothing when there is none.</summary>
    public static IEnumerable<string> Of(IReadOnlyList<PointValue> figures) => figures.Count == 0
        ? []
        : [string.Join(", ", figures.Select(figure => $"{figure.Name} {MetricText.Value(figure.Value, figure.Unit)} {MetricText.Unit(figure.Unit)}".TrimEnd()))];
}
