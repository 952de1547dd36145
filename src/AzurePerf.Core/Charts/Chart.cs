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

    /// <summary>True for what only one combination of levels can be shown of.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool OfOneLevel { get; init; }
}
