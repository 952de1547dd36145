using AzurePerf.Core.Charts;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Sections;

namespace AzurePerf.Core.Reports.Documents;

/// <summary>What a document to keep or send says, in order. Every format shows the same; any text may hold words of users.</summary>
public sealed record ReportDocument
{
    /// <summary>For people.</summary>
    public required string Title { get; init; }

    /// <summary>What stands above the title: of which runs it is.</summary>
    public string Subject { get; init; } = "";

    /// <summary>What was found, the answer first; empty where nothing was asked.</summary>
    public IReadOnlyList<DocumentAnswer> Answers { get; init; } = [];

    /// <summary>What a reader must know before the numbers.</summary>
    public IReadOnlyList<(string Name, string Value)> Facts { get; init; } = [];

    /// <summary>Before the charts.</summary>
    public IReadOnlyList<ReportSection> Leading { get; init; } = [];

    /// <summary>Drawn, or told by their sentences.</summary>
    public IReadOnlyList<Chart> Charts { get; init; } = [];

    /// <summary>How files of its charts are named, without their ending, with <c>{chart}</c> for the chart.</summary>
    public string ChartFile { get; init; } = "{chart}";

    /// <summary>Where the numbers come from, as one line below a picture.</summary>
    public string ChartSource { get; init; } = "measured with AzurePerf";

    /// <summary>After the charts.</summary>
    public IReadOnlyList<ReportSection> Sections { get; init; } = [];

    /// <summary>When and from where it was made, as a sentence; empty where the facts say it.</summary>
    public string Origin { get; init; } = "";
}

/// <summary>One answer of a document.</summary>
/// <param name="Verdict">Which way it goes; decides the colour.</param>
/// <param name="Sentence">With the size of the change, without a full stop.</param>
public sealed record DocumentAnswer(ComparisonVerdict Verdict, string Sentence)
{
    /// <summary>What it is about; empty where the title says it.</summary>
    public string About { get; init; } = "";

    /// <summary>More of the same, in sentences; may be empty.</summary>
    public string Rest { get; init; } = "";

    /// <summary>Null where the sentence itself says how sure it is.</summary>
    public Confidence? Confidence { get; init; }

    /// <summary>Why not more, or why so sure: a sentence; empty without <see cref="Confidence"/>.</summary>
    public string Reason { get; init; } = "";

    /// <summary>What to do now, a sentence; empty for nothing.</summary>
    public string Next { get; init; } = "";
}
