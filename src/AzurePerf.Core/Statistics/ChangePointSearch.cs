namespace AzurePerf.Core.Statistics;

/// <summary>Finds where a series changed, the same places every time.</summary>
/// <remarks>
/// Source: E-divisive (Matteson and James 2014, J. Am. Stat. Assoc. 109, 334-345) as Hunter uses it (Fleming, Kolaczkowski, Kumar et al.,
/// ICPE 2023, doi 10.1145/3578244.3583719; now Apache Otava): in windows that overlap by half, splits are taken while Student's t-test, not
/// a random permutation, finds them significant at ten times the wanted probability; then the weakest is dropped, and its neighbours tested
/// anew between what is left, until all hold.
/// </remarks>
public static class ChangePointSearch
{
    private const double WeakFactor = 10;

    /// <summary>The changes, ascending; empty when there is none.</summary>
    /// <param name="series">Finite values in the order of time.</param>
    /// <param name="rule">When a difference is a change.</param>
    /// <exception cref="ArgumentException">A value is not finite, or the rule has a number out of its range.</exception>
    public static IReadOnlyList<ChangePoint> Find(IReadOnlyList<double> series, ChangePointRule rule)
    {
        ArgumentNullException.ThrowIfNull(rule);
        ArgumentOutOfRangeException.ThrowIfLessThan(rule.Window, 2, nameof(rule));
        ArgumentOutOfRangeException.ThrowIfLessThan(rule.MinimumSegment, 1, nameof(rule));
        var values = Sample.Copy(series, 0, nameof(series));
        var areLogarithms = rule.ByFactors && values.All(value => value > 0);
        double[] tested = areLogarithms ? [.. values.Select(value => Math.Log(value))] : values;
        return Strong(tested, areLogarithms, Candidates(tested, rule), rule);
    }

    /// <summary>The weak points: of each window those that are significant inside it.</summary>
    private static List<int> Candidates(double[] values, ChangePointRule rule)
    {
        var found = new List<int>();
        var start = 0;
        while (start < values.Length)
        {
            var window = values.AsSpan(start, Math.Min(rule.Window, values.Length - start));
            var splits = DivisiveWindow.Split(window, ChangePointRule.MaximumProbability * WeakFactor, rule.MinimumSegment);
            found.AddRange(splits.Select(split => split + start));

            // The next window begins at the last change or behind it, so that what was before is not mixed in and no change is found twice.
            start += Math.Max(splits.Count > 0 ? splits[^1] : 0, rule.Window / 2);
        }

        return found;
    }

    private static ChangePoint[] Strong(double[] tested, bool areLogarithms, List<int> candidates, ChangePointRule rule)
    {
        while (true)
        {
            ChangePoint[] points = [.. candidates.Select((_, position) => Measure(tested, areLogarithms, candidates, position, rule))];
            if (Weakest(points, rule) is not { } weakest)
            {
                return points;
            }

            candidates.Remove(weakest.Index);
        }
    }

    private static ChangePoint Measure(double[] tested, bool areLogarithms, List<int> candidates, int position, ChangePointRule rule)
    {
        var (start, index) = (position > 0 ? candidates[position - 1] : 0, candidates[position]);
        var end = position + 1 < candidates.Count ? candidates[position + 1] : tested.Length;
        var point = ChangePoint.Of(tested.AsSpan(start..index), tested.AsSpan(index..end), index, rule);
        return areLogarithms ? point with { MeanBefore = Math.Exp(point.MeanBefore), MeanAfter = Math.Exp(point.MeanAfter) } : point;
    }

    /// <summary>The next one to drop: first the weakest change, then the smallest; null when all hold.</summary>
    private static ChangePoint? Weakest(ChangePoint[] points, ChangePointRule rule) =>
        First(points.Where(point => point.Probability >= ChangePointRule.MaximumProbability).OrderByDescending(point => point.Probability))
        ?? First(points.Where(point => point.Magnitude <= rule.MinimumMagnitude).OrderBy(point => point.Magnitude));

    private static ChangePoint? First(IEnumerable<ChangePoint> points) => points.Select(point => (ChangePoint?)point).FirstOrDefault();
}
