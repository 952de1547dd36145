using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Sections;

namespace AzurePerf.Core.Api;

/// <summary>Answer of <c>GET /api/v1/compare</c>.</summary>
public sealed record ComparisonResponse
{
    /// <summary>Catalogue id of what both runs measured.</summary>
    public required string Experiment { get; init; }

    /// <summary>The run that the other one is compared with.</summary>
    public required ComparedRunResponse Baseline { get; init; }

    /// <summary>The run that is judged.</summary>
    public required ComparedRunResponse Candidate { get; init; }

    /// <summary>The metric that is compared.</summary>
    public required string Metric { get; init; }

    /// <summary>Of its values: 1/s, B/s or ns.</summary>
    public required string Unit { get; init; }

    /// <summary>What kind of number it is: rates and times are slower or faster, other numbers worse or better.</summary>
    public Quantity Quantity { get; init; }

    /// <summary>Which direction is an improvement.</summary>
    public required bool HigherIsBetter { get; init; }

    /// <summary>Changes up to this share do not matter.</summary>
    public required double Margin { get; init; }

    /// <summary>What all of this says, the answer first; null where the runs have no configuration in common.</summary>
    public ComparisonAnswer? Answer { get; init; }

    /// <summary>What was allowed to differ, because it is what the comparison is about.</summary>
    public required IReadOnlyList<ComparisonObstacle> Across { get; init; }

    /// <summary>One entry per configuration that both runs have, in the order of the baseline's spec.</summary>
    public required IReadOnlyList<ComparedPointResponse> Points { get; init; }

    /// <summary>How the probabilities of the points are adjusted for their number.</summary>
    public ProbabilityAdjustment Adjustment { get; init; }

    /// <summary>True when both runs were measured in the same time, in turns; false when one after the other; null where that is not
    /// known.</summary>
    public bool? Interleaved { get; init; }

    /// <summary>True when both runs asked for the same of the same target, so that only time and tools lie between them.</summary>
    public bool SameRequest { get; init; }

    /// <summary>What a reader must know before believing a verdict, in sentences without a full stop; empty when nothing.</summary>
    public IReadOnlyList<string> Cautions { get; init; } = [];

    /// <summary>Of two runs that repeat their points at a fixed interval: how differently each configuration varies; else empty.</summary>
    public IReadOnlyList<ComparedSeries> Series { get; init; } = [];

    /// <summary>What the experiment says of the two runs itself; empty for most.</summary>
    public IReadOnlyList<ReportSection> Sections { get; init; } = [];

    /// <summary>Levels that only the baseline has.</summary>
    public required IReadOnlyList<JsonObject> OnlyBaseline { get; init; }

    /// <summary>Levels that only the candidate has.</summary>
    public required IReadOnlyList<JsonObject> OnlyCandidate { get; init; }
}
