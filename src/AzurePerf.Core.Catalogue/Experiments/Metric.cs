using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Experiments;

/// <summary>
/// One number of a point that its experiment is about, declared by the experiment. Tables, charts, documents, comparisons and trends show
/// what is declared and know no experiment. A repetition has one value or none; the number of a configuration is made of the repetitions
/// that count.
/// </summary>
/// <param name="Name">In requests, documents and columns: camel case, unique among the metrics of an experiment.</param>
/// <param name="Label">For people, in lower case: "throughput", "median latency".</param>
/// <param name="Unit">Of the values; people see them in the unit that suits it: see <c>MetricText</c>. "share" where 1 is all, empty for a
/// bare number.</param>
/// <param name="Quantity">What kind of number it is.</param>
/// <param name="HigherIsBetter">Which direction is an improvement.</param>
public sealed record Metric(string Name, string Label, string Unit, Quantity Quantity, bool HigherIsBetter)
{
    /// <summary>
    /// Reads it from one repetition; null where that has none, a percentile of too few samples for instance. Of a metric that only the API
    /// told this program of it reads nothing: the points of documents bring their values with them.
    /// </summary>
    public Func<PointResult, double?> Read { get; init; } = _ => null;

    /// <summary>How many of its unit one of what <see cref="Read"/> gives is, by the options of the point: the floating-point operations of
    /// an operation, say. Null for one.</summary>
    public Func<MeasurementOptions, double>? Scale { get; init; }

    /// <summary>The heading of a column where the label is too long for one; the unit follows it. Empty for the unit alone, null for the
    /// label.</summary>
    public string? Column { get; init; }

    /// <summary>True where tables show it; the others are in documents, and runs can be compared by them.</summary>
    public bool InTables { get; init; } = true;

    /// <summary>True where a chart shows it against the factor that varies.</summary>
    public bool InCharts { get; init; } = true;

    /// <summary>What the picture of this one shows below it, in a panel of its own, because neither means anything without the other; null
    /// for most.</summary>
    public Metric? DrawnAbove { get; init; }

    /// <summary>True of what one client has of the metric that leads: where there is but one client it says nothing new.</summary>
    public bool OfOneClient { get; init; }

    /// <summary>True where the number of several repetitions is the largest of theirs, and not their median.</summary>
    public bool IsLargest { get; init; }

    /// <summary>True where it leads in an open loop, in which the rate is given.</summary>
    public bool LeadsOpenLoops { get; init; }

    /// <summary>True where it is what is drawn over time of a run that repeats its points at a fixed interval; where none is, the first
    /// metric is.</summary>
    public bool LeadsSeries { get; init; }

    /// <summary>What a reader of a table must know about its numbers, in a clause without a full stop; empty for nothing.</summary>
    public string Note { get; init; } = "";

    /// <summary>Successful operations that a repetition needs to have it: the higher a percentile, the more.</summary>
    public int OperationsNeeded { get; init; } = 1;

    /// <summary>The value of a repetition in the metric's unit; null where it has none. What the experiment's code makes no finite number
    /// of, or fails at, is none: statistics cannot hold it, nor documents tell it.</summary>
    /// <param name="result">Of the repetition.</param>
    /// <param name="options">Of its point; null where <see cref="Scale"/> does not count.</param>
    public double? Of(PointResult result, MeasurementOptions? options)
    {
        try
        {
            var value = Read(result) * (options is not null && Scale is not null ? Scale(options) : 1);
            return value is { } number && double.IsFinite(number) ? number : null;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            return null;
        }
    }

    /// <summary>True when both are the same, whatever a definition says about where it is shown.</summary>
    public bool Is(Metric other) => Name == other?.Name;
}

/// <summary>Where metrics are read from that are not of all operations together. For <see cref="Metric.Read"/>.</summary>
public static class MetricSources
{
    /// <summary>A value that the probe names.</summary>
    /// <param name="name">Of the value.</param>
    public static Func<PointResult, double?> OfValue(string name) => result => result.ValueOf(name);

    /// <summary>A figure of a distribution that the probe names.</summary>
    /// <param name="name">Of the distribution.</param>
    /// <param name="read">Which figure; null where there are too few observations for it.</param>
    public static Func<PointResult, double?> OfDistribution(string name, Func<PointDistribution, double?> read) =>
        result => result.DistributionOf(name) is { } distribution ? read(distribution) : null;

    /// <summary>A figure of the operations of one type.</summary>
    /// <param name="name">Of the type, as the probe declares it.</param>
    /// <param name="read">Which figure.</param>
    public static Func<PointResult, double?> OfType(string name, Func<OperationTypeSummary, double?> read) =>
        result => result.OperationsOf(name) is { } type ? read(type) : null;
}

/// <summary>What kind of number a metric is.</summary>
public enum Quantity
{
    /// <summary>A number of something per second; the unit says of what.</summary>
    Rate,

    /// <summary>A time.</summary>
    Duration,

    /// <summary>A part of a whole, 1 for all of it.</summary>
    Share,

    /// <summary>A number of things.</summary>
    Count,

    /// <summary>A size.</summary>
    Bytes,

    /// <summary>What something costs, in the currency of the unit.</summary>
    Money,
}
