namespace AzurePerf.Core.Experiments.Published;

/// <summary>One figure that somebody published, as the data set has it.</summary>
public sealed record PublishedPoint
{
    /// <summary>The publication: a key of <see cref="PublishedPoints.Citations"/>.</summary>
    public required string Source { get; init; }

    /// <summary>Where in it: a figure, a table or a section.</summary>
    public required string Reference { get; init; }

    /// <summary>The experiment that measures the same; it need not exist here.</summary>
    public required string Experiment { get; init; }

    /// <summary>What was measured, in the data set's words.</summary>
    public required string Series { get; init; }

    /// <summary>The level that it was measured at: a number or a word; empty where there is none.</summary>
    public required string X { get; init; }

    /// <summary>Unit of <see cref="X"/>.</summary>
    public required string XUnit { get; init; }

    /// <summary>The figure.</summary>
    public required double Value { get; init; }

    /// <summary>Unit of <see cref="Value"/>.</summary>
    public required string Unit { get; init; }

    /// <summary>What the figure is: mean, maximum, lower bound, ...</summary>
    public required string Statistic { get; init; }

    /// <summary>What else must be known about it; may be empty.</summary>
    public required string Note { get; init; }

    /// <summary>Why nothing of ours can stand beside it although the catalogue has its experiment; empty where something does, and where
    /// there is no such experiment.</summary>
    public string NotCompared { get; init; } = "";
}
