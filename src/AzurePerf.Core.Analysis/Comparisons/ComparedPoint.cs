using System.Text.Json.Nodes;
using AzurePerf.Core.Results;

namespace AzurePerf.Core.Comparisons;

/// <summary>One configuration of one run.</summary>
/// <param name="Levels">Its value of each factor.</param>
/// <param name="Setting">Where and how it was measured.</param>
/// <param name="Values">The metric of each repetition; what a repetition measured inside is already one value here.</param>
public sealed record ComparedPoint(JsonObject Levels, MeasurementSetting Setting, IReadOnlyList<double> Values)
{
    /// <summary>The repetition that each value comes from. Values of several combinations that come from one repetition were measured in
    /// the same block of time.</summary>
    public IReadOnlyList<int> Blocks { get; init; } = [.. Enumerable.Range(1, Values.Count)];

    /// <summary>Repetitions that are not among them.</summary>
    public LeftOutRepetitions LeftOut { get; init; } = new();

    /// <summary>Repetitions that are not among them and may have been worse than all that are.</summary>
    public int MayBeWorse { get; init; }

    /// <summary>Repetitions that ended, well or not: all but those that were missed or were there already.</summary>
    internal int Ended => Values.Count + MayBeWorse + LeftOut.GeneratorBound + LeftOut.CacheSuspect;

    /// <summary>The operations of each repetition that a conclusion may rest on, with or without a value.</summary>
    public IReadOnlyList<OperationCounts> OperationsByRepetition { get; init; } = [];

    /// <summary>The operations of all of them.</summary>
    public OperationCounts Operations => OperationCounts.Sum(OperationsByRepetition);

    /// <summary>Whether its values rise or fall in their order; null where that was not or could not be tested.</summary>
    public RepetitionDrift? Drift { get; init; }

    /// <summary>When those with a value were measured; null where that is not known.</summary>
    public MeasuredSpan? Span { get; init; }

    /// <summary>True where the metric is a rate that was offered, and done: it says what was asked for and nothing about the
    /// target.</summary>
    public bool IsOfferedRate { get; init; }

    /// <summary>True where the metric is the share that succeeded itself: another share of failures is what is compared then.</summary>
    public bool IsSucceededShare { get; init; }

    /// <summary>True where the number of several repetitions is the largest of theirs, and not their median.</summary>
    public bool IsLargest { get; init; }

    /// <summary>Repetitions that were measured, whatever came of them.</summary>
    public int Measured => Values.Count + LeftOut.Measured;

    /// <summary>True when too few values are there for a conclusion.</summary>
    public bool IsShort => Values.Count < ComparisonRule.MinimumRepetitions;

    /// <summary>The values in the places of their blocks; not a number in a block without one.</summary>
    /// <param name="blocks">Ascending; at least all of <see cref="Blocks"/>.</param>
    /// <param name="transform">What is done to each value.</param>
    internal double[] Place(int[] blocks, Func<double, double> transform)
    {
        var places = new double[blocks.Length];
        Array.Fill(places, double.NaN);
        foreach (var (block, value) in Blocks.Zip(Values))
        {
            places[Array.BinarySearch(blocks, block)] = transform(value);
        }

        return places;
    }

    /// <summary>
    /// The same combination in several runs of one spec as one, its values in the order of the runs. It has neither drift nor span: such
    /// runs took turns with others.
    /// </summary>
    /// <param name="parts">At least one, of different blocks; the first has the setting.</param>
    public static ComparedPoint Join(IReadOnlyCollection<ComparedPoint> parts)
    {
        ArgumentNullException.ThrowIfNull(parts);
        return parts.First() with
        {
            Values = [.. parts.SelectMany(part => part.Values)],
            Blocks = [.. parts.SelectMany(part => part.Blocks)],
            LeftOut = parts.Aggregate(new LeftOutRepetitions(), (sum, part) => sum + part.LeftOut),
            MayBeWorse = parts.Sum(part => part.MayBeWorse),
            OperationsByRepetition = [.. parts.SelectMany(part => part.OperationsByRepetition)],
            Drift = null,
            Span = null,
            IsOfferedRate = parts.All(part => part.IsOfferedRate),
        };
    }
}
