using System.Text.Json.Serialization;

namespace AzurePerf.Core.Measurements;

/// <summary>How the values that several workers have of one point become that of the point.</summary>
public enum ValueMerge
{
    /// <summary>The first worker's: what is the same for all, or what only one of them has.</summary>
    First = 0,

    /// <summary>All added up: what was counted, or rates of work that was done side by side.</summary>
    Sum,

    /// <summary>Their arithmetic mean.</summary>
    Mean,

    /// <summary>The largest.</summary>
    Maximum,

    /// <summary>The smallest.</summary>
    Minimum,
}

/// <summary>A number of a point with a name, such as what the far end of a connection received: what its operations do not tell.</summary>
/// <param name="Name">What it is, in words for people, unique in the point.</param>
/// <param name="Unit">Its unit as printed: B/s, s, us, segments; empty for a pure number.</param>
/// <param name="Value">Its value.</param>
/// <param name="Merge">How it comes from those of several workers that measured the point together.</param>
public sealed record PointValue(
    string Name,
    string Unit,
    double Value,
    [property: JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)] ValueMerge Merge = ValueMerge.First)
{
    /// <summary>How the name of each bin of a cumulative histogram begins.</summary>
    public const string ShareWithin = "share within ";

    /// <summary>"share within 2 ms": of the operations that took no longer.</summary>
    public static string NameOfShare(double milliseconds) => FormattableString.Invariant($"{ShareWithin}{milliseconds} ms");

    /// <summary>Those that are finite numbers; of each other one, which nothing can store, a clause says that it is left out.</summary>
    public static (IReadOnlyList<PointValue> Kept, IReadOnlyList<string> LeftOut, IReadOnlyList<string> Notes) Finite(
        IReadOnlyList<PointValue> values)
    {
        ArgumentNullException.ThrowIfNull(values);
        PointValue[] others = [.. values.Where(value => !double.IsFinite(value.Value))];
        return (
            [.. values.Where(value => double.IsFinite(value.Value))],
            [.. others.Select(value => value.Name)],
            [.. others.Select(value =>
                FormattableString.Invariant($"a value '{FailureText.Clean(value.Name)}' was {value.Value} and is left out"))]);
    }

    /// <summary>The values of a point from those of its workers, in the order in which they first appear. A value that some of them lack
    /// comes from the others.</summary>
    /// <exception cref="InvalidDataException">Two of them mean different things by one name.</exception>
    public static IReadOnlyList<PointValue> MergeAll(IEnumerable<IReadOnlyList<PointValue>> members)
    {
        ArgumentNullException.ThrowIfNull(members);
        return [.. members.SelectMany(values => values).GroupBy(value => value.Name, (_, same) => MergeOne([.. same]))];
    }

    private static PointValue MergeOne(PointValue[] same) => same.DistinctBy(value => (value.Unit, value.Merge)).Count() > 1
        ? throw new InvalidDataException($"the workers of a point do not mean the same by '{FailureText.Clean(same[0].Name)}'")
        : same[0] with
        {
            Value = same[0].Merge switch
            {
                ValueMerge.Sum => same.Sum(value => value.Value),
                ValueMerge.Mean => same.Average(value => value.Value),
                ValueMerge.Maximum => same.Max(value => value.Value),
                ValueMerge.Minimum => same.Min(value => value.Value),
                _ => same[0].Value,
            },
        };
}
