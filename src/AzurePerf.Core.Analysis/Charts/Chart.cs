using System.Text.Json.Serialization;

namespace AzurePerf.Core.Charts;

/// <summary>One chart as everybody renders it: page, table, CSV, API and report show these numbers and no others.</summary>
public sealed record Chart
{
    /// <summary>Name in addresses: lower case, words joined by hyphens.</summary>
    public required string Id { get; init; }

    /// <summary>How it is drawn.</summary>
    public required ChartKind Kind { get; init; }

    /// <summary>A few words.</summary>
    public required string Title { get; init; }

    /// <summary>What it shows, in one sentence made from its numbers.</summary>
    public required string Caption { get; init; }

    /// <summary>How to read it, and what to beware of: one sentence each.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>What must be in every picture and file of it, in a clause without a full stop; empty for most.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public string? Disclaimer { get; init => field = string.IsNullOrEmpty(value) ? null : value; }

    /// <summary>The axis across.</summary>
    public required ChartAxis X { get; init; }

    /// <summary>The axis upwards.</summary>
    public required ChartAxis Y { get; init; }

    /// <summary>What is drawn, point by point.</summary>
    public required IReadOnlyList<ChartSeries> Series { get; init; }

    /// <summary>Limits, published figures and changes that are no points.</summary>
    public IReadOnlyList<ChartLine> Lines { get; init; } = [];

    /// <summary>Every number of it as rows.</summary>
    public required ChartTable Table { get; init; }

    /// <summary>Its numbers as a file; the disclaimer stands in each row.</summary>
    public string ToCsv() => Table.ToCsv(Disclaimer);

    /// <summary>True for values that hold until the next one: lines go along, then up or down.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Steps { get; init; }

    /// <summary>True for what only one configuration can be shown of.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool OfOneLevel { get; init; }
}

/// <summary>One axis.</summary>
/// <param name="Label">What is on it, in words.</param>
/// <param name="Unit">With its SI prefix; empty for a pure number.</param>
/// <param name="Scale">What its places are.</param>
public sealed record ChartAxis(string Label, string Unit, ChartScale Scale)
{
    /// <summary>Its names, of a category axis; else empty.</summary>
    public IReadOnlyList<string> Categories { get; init; } = [];

    /// <summary>True for what is counted: there is nothing between two whole numbers.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Whole { get; init; }

    /// <summary>"latency, ms".</summary>
    public string Heading() => Unit.Length == 0 ? Label : $"{Label}, {Unit}";
}

/// <summary>How a chart is drawn.</summary>
public enum ChartKind
{
    /// <summary>Points joined by lines, over a band where they have an interval.</summary>
    Line,

    /// <summary>The same, a small chart for each panel, with an axis across in common, and upwards where none has its own.</summary>
    Panels,

    /// <summary>Cells whose colour is how many operations fell into them.</summary>
    Heat,

    /// <summary>A bar for each point, those of one place side by side.</summary>
    Bars,
}

/// <summary>A line across the chart.</summary>
/// <param name="Role">What it stands for.</param>
/// <param name="Name">In words, with its value.</param>
/// <param name="Value">On the y axis; of a change and of a published place, on the x axis.</param>
public sealed record ChartLine(ChartLineRole Role, string Name, double Value)
{
    /// <summary>The small chart that it is in, as of a series.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? Panel { get; init; }
}

/// <summary>What a line across a chart stands for.</summary>
public enum ChartLineRole
{
    /// <summary>What the service is said to take at most.</summary>
    Limit,

    /// <summary>A published figure for no particular place on the x axis.</summary>
    Published,

    /// <summary>Where a series changed for good.</summary>
    Change,

    /// <summary>What the values are read against, as 1 for a ratio.</summary>
    Reference,

    /// <summary>A published place on the x axis: where a curve was highest, say.</summary>
    PublishedPlace,
}

/// <summary>What the places on an axis are.</summary>
public enum ChartScale
{
    /// <summary>Equal distances are equal differences; begins at 0.</summary>
    Linear,

    /// <summary>Equal distances are equal ratios.</summary>
    Log,

    /// <summary>Names in a given order; values are their indices, from 0.</summary>
    Category,

    /// <summary>Instants, in milliseconds since 1970, UTC.</summary>
    Time,
}

/// <summary>Points that belong together.</summary>
/// <param name="Name">As in the legend.</param>
/// <param name="Role">What they are.</param>
/// <param name="Points">In the order of the x axis.</param>
public sealed record ChartSeries(string Name, SeriesRole Role, IReadOnlyList<ChartPoint> Points)
{
    /// <summary>The small chart that it is in; empty where there is one chart only.</summary>
    public string Panel { get; init; } = "";

    /// <summary>The axis upwards of its small chart; null where it is that of the chart.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public ChartAxis? Axis { get; init; }
}

/// <summary>What the points of a series are.</summary>
public enum SeriesRole
{
    /// <summary>A number of ours over all repetitions.</summary>
    Measured,

    /// <summary>Single repetitions: dots next to the series of the same name.</summary>
    Repetition,

    /// <summary>Published figures.</summary>
    Published,
}
