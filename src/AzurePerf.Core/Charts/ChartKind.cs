namespace AzurePerf.Core.Charts;

/// <summary>How a chart is drawn.</summary>
public enum ChartKind
{
    /// <summary>Points joined by lines, over a band where they have an interval.</summary>
    Line,

    /// <summary>The same, a small chart for each panel, with axes in common.</summary>
    Panels,

    /// <summary>Cells whose colour is how many operations fell into them.</summary>
    Heat,
}
