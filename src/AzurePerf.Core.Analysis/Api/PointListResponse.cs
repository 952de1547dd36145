using System.Text.Json.Serialization;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Results;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Series;

namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/runs/{id}/points</c>.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Status">Where the run stands; more points may follow until it is terminal.</param>
/// <param name="Points">Published points, in the order of measurement.</param>
/// <param name="Ratios">What the experiment derives from its points; empty for most.</param>
public sealed record PointListResponse(string RunId, [property: JsonPropertyName("state")] RunStatus Status,
    IReadOnlyList<PointRecord> Points, IReadOnlyList<DerivedRatio> Ratios)
{
    /// <summary>Address of the next page of the points; null when there is none. What is derived from all points stands on the first
    /// page only.</summary>
    public string? Next { get; init; }

    /// <summary>paper, reduced, quick or custom, as of the run.</summary>
    public string Scale { get; init; } = "";

    /// <summary>What must stand wherever the numbers are; empty for most experiments.</summary>
    public string Disclaimer { get; init; } = "";

    /// <summary>True when the target is an emulator: mechanics, not a cloud.</summary>
    public bool Emulator { get; init; }

    /// <summary>What the points are about: each has its value of those that it has, by their names.</summary>
    public IReadOnlyList<MetricResponse> Metrics { get; init; } = [];

    /// <summary>What was published of the same experiment, next to ours; empty where nothing comparable was.</summary>
    public IReadOnlyList<PublishedComparison> Published { get; init; } = [];

    /// <summary>How the run stands to its criteria; null before its end, and for a run without criteria.</summary>
    public CriteriaReport? Criteria { get; init; }

    /// <summary>What is said of the run, as tables and sentences for people: the report.</summary>
    public IReadOnlyList<ReportSection> Sections { get; init; } = [];

    /// <summary>Numbers of measured points on which neither rests: the measuring machine limited them, a cache may have answered, or they
    /// were cut short.</summary>
    public IReadOnlyList<int> LeftOut { get; init; } = [];

    /// <summary>What the repetitions of each configuration say together, of a run that has ended; empty before: who looks again and again
    /// would find a narrow interval by chance.</summary>
    public IReadOnlyList<RepetitionStatistics> Repetitions { get; init; } = [];

    /// <summary>Of a run that repeats its points at a fixed interval: each configuration in 24 intervals, from 48 measured points on; else
    /// empty.</summary>
    public IReadOnlyList<SeriesStatistics> Series { get; init; } = [];
}
