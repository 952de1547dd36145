using AzurePerf.Core.Experiments;

namespace AzurePerf.Core.Api;

/// <summary>One metric of an experiment: what a program needs to show numbers of it, without knowing the experiment.</summary>
/// <param name="Name">By which points have their value of it, and by which runs can be compared.</param>
/// <param name="Label">For people, in lower case.</param>
/// <param name="Unit">Of the values: 1/s, B/s, FLOP/s, ns, B, share, USD or whatever is counted.</param>
/// <param name="Quantity">What kind of number it is.</param>
/// <param name="HigherIsBetter">Which direction is an improvement.</param>
/// <param name="Leads">True of one: the metric that a run is judged by. Of an experiment that of closed loops, of a run its own.</param>
public sealed record MetricResponse(string Name, string Label, string Unit, Quantity Quantity, bool HigherIsBetter, bool Leads)
{
    /// <summary>Heading of a column where the label is too long for one: empty for the unit alone, null for the label.</summary>
    public string? Column { get; init; }

    /// <summary>True where tables show it.</summary>
    public bool InTables { get; init; }

    /// <summary>True of what one client has of the metric that leads.</summary>
    public bool OfOneClient { get; init; }

    /// <summary>What a reader of a table must know about its numbers; empty for nothing.</summary>
    public string Note { get; init; } = "";

    /// <summary>True where a configuration has the largest of its repetitions, not their median.</summary>
    public bool IsLargest { get; init; }

    /// <summary>Successful operations that a repetition needs to have it.</summary>
    public int OperationsNeeded { get; init; } = 1;

    /// <summary>As programs are told of it.</summary>
    public static MetricResponse Of(Metric metric, bool leads)
    {
        ArgumentNullException.ThrowIfNull(metric);
        return new(metric.Name, metric.Label, metric.Unit, metric.Quantity, metric.HigherIsBetter, leads)
        {
            Column = metric.Column,
            InTables = metric.InTables,
            OfOneClient = metric.OfOneClient,
            Note = metric.Note,
            IsLargest = metric.IsLargest,
            OperationsNeeded = metric.OperationsNeeded,
        };
    }

    /// <summary>A metric whose values the points of documents tell.</summary>
    public Metric ToMetric() => new(Name, Label, Unit, Quantity, HigherIsBetter)
    {
        Column = Column,
        InTables = InTables,
        OfOneClient = OfOneClient,
        Note = Note,
        IsLargest = IsLargest,
        OperationsNeeded = OperationsNeeded,
    };
}
