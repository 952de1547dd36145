namespace AzurePerf.Core.Statistics;

/// <summary>An observation between two bounds: equal ones are an exact value, an infinite upper one says that it was still going
/// on.</summary>
/// <param name="Low">Not negative. It is above this, or at it where both bounds are equal.</param>
/// <param name="High">It is not above this; positive infinity where nobody knows.</param>
/// <param name="Count">How many there are of it, at least 1.</param>
public readonly record struct BoundedValue(double Low, double High, long Count = 1);

/// <summary>The distribution of values of which some are known exactly and others only between two bounds.</summary>
/// <remarks>
/// Source: Turnbull 1976 (J. R. Stat. Soc. B 38, 290-295): the maximum likelihood estimate puts mass only where a lower bound is followed
/// by an upper one with no other bound between, and is found by repeating that each observation is spread over them in proportion to their
/// mass. A value inside such an interval is taken at its upper end. Without interval-censored values this is the estimate of Kaplan and
/// Meier, which <see cref="SurvivalCurve"/> gives without repeating.
/// </remarks>
public sealed class CensoredDistribution
{
    private const int MostRounds = 5_000;
    private const double Converged = 1e-10;

    /// <summary>What the estimate may still be off by: a share this close to a quantile's has reached it.</summary>
    private const double Tolerance = 1e-6;

    private readonly (double High, double Below)[] _steps;

    private CensoredDistribution((double High, double Below)[] steps) => _steps = steps;

    /// <exception cref="ArgumentException">A bound is negative or not a number, the upper one is below the lower one, or there is none of
    /// an observation.</exception>
    public static CensoredDistribution Of(IReadOnlyCollection<BoundedValue> values)
    {
        ArgumentNullException.ThrowIfNull(values);
        if (values.Any(value => !(value.Low >= 0) || !(value.High >= value.Low) || double.IsPositiveInfinity(value.Low) || value.Count < 1))
        {
            throw new ArgumentException(
                "Every observation must lie between two bounds that are not negative, and be there at least once.", nameof(values));
        }

        var places = Places(values);
        var spans = values.Select(value => (From: First(places, value), Until: Last(places, value), value.Count)).ToArray();
        var masses = Masses(spans, places.Length, values.Sum(value => (double)value.Count));
        var below = 0.0;
        return new([.. places.Select((place, index) => (place.High, below += masses[index]))]);
    }

    /// <summary>The smallest value that at least this share does not exceed; null when so many were not seen to end.</summary>
    /// <param name="share">Above 0 and below 1: 0.5 for the median.</param>
    /// <exception cref="ArgumentOutOfRangeException">The share is out of its range.</exception>
    public double? Quantile(double share)
    {
        QuantileSupport.ThrowUnlessBetween0And1(share, nameof(share));
        var index = Array.FindIndex(_steps, step => step.Below >= share - Tolerance);
        return index < 0 || double.IsPositiveInfinity(_steps[index].High) ? null : _steps[index].High;
    }

    /// <summary>Where mass can lie, ascending. Of bounds at one value the lower one of an exact observation comes first, then upper ones,
    /// then open lower ones.</summary>
    private static (Bound Low, double High)[] Places(IReadOnlyCollection<BoundedValue> values)
    {
        Bound[] bounds = [.. values.SelectMany(value => new[] { LowerOf(value), UpperOf(value) }).Distinct().Order()];
        return [.. bounds.Zip(bounds.Skip(1)).Where(pair => !pair.First.IsUpper && pair.Second.IsUpper)
            .Select(pair => (pair.First, pair.Second.Value))];
    }

    private static Bound LowerOf(BoundedValue value) => new(value.Low, value.Low == value.High ? BoundKind.Exact : BoundKind.Open);

    private static Bound UpperOf(BoundedValue value) => new(value.High, BoundKind.Upper);

    /// <summary>The first place that does not begin before the observation; Turnbull's construction leaves at least one inside.</summary>
    private static int First((Bound Low, double High)[] places, BoundedValue value)
    {
        var (from, until) = (0, places.Length);
        while (from < until)
        {
            var middle = (from + until) / 2;
            (from, until) = places[middle].Low.CompareTo(LowerOf(value)) < 0 ? (middle + 1, until) : (from, middle);
        }

        return from;
    }

    private static int Last((Bound Low, double High)[] places, BoundedValue value)
    {
        var (from, until) = (0, places.Length);
        while (from < until)
        {
            var middle = (from + until) / 2;
            (from, until) = places[middle].High <= value.High ? (middle + 1, until) : (from, middle);
        }

        return from - 1;
    }

    private static double[] Masses((int From, int Until, long Count)[] spans, int places, double total)
    {
        double[] masses = [.. Enumerable.Repeat(1.0 / places, places)];
        double[] before = new double[places + 1];
        double[] weights = new double[places + 1];
        for (var round = 0; round < MostRounds; round++)
        {
            for (var place = 0; place < places; place++)
            {
                before[place + 1] = before[place] + masses[place];
            }

            Array.Clear(weights);
            foreach (var (from, until, count) in spans)
            {
                var weight = count / Math.Max(before[until + 1] - before[from], double.Epsilon);
                weights[from] += weight;
                weights[until + 1] -= weight;
            }

            var (sum, change) = (0.0, 0.0);
            for (var place = 0; place < places; place++)
            {
                sum += weights[place];
                var mass = masses[place] * sum / total;
                change = Math.Max(change, Math.Abs(mass - masses[place]));
                masses[place] = mass;
            }

            if (change < Converged)
            {
                break;
            }
        }

        return masses;
    }

    private enum BoundKind
    {
        Exact = 0,
        Upper,
        Open,
    }

    private readonly record struct Bound(double Value, BoundKind Kind) : IComparable<Bound>
    {
        public bool IsUpper => Kind == BoundKind.Upper;

        public int CompareTo(Bound other) => Value == other.Value ? Kind.CompareTo(other.Kind) : Value.CompareTo(other.Value);
    }
}
