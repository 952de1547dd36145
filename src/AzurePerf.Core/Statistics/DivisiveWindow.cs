namespace AzurePerf.Core.Statistics;

/// <summary>Splits one window again and again at its most divergent place, until that place is no significant one.</summary>
internal static class DivisiveWindow
{
    /// <summary>The splits, ascending, as indices into the window.</summary>
    public static List<int> Split(ReadOnlySpan<double> window, double maximumProbability, int minimumSegment)
    {
        var distances = new EnergyDistances(window);
        var splits = new List<int>();
        while (BestSplit(distances, [0, .. splits, window.Length], minimumSegment) is { } best
            && StudentTest.TwoSided(SampleMoments.Of(window[best.Start..best.Split]), SampleMoments.Of(window[best.Split..best.End]))
                <= maximumProbability)
        {
            splits.Insert(~splits.BinarySearch(best.Split), best.Split);
        }

        return splits;
    }

    private static (int Start, int Split, int End)? BestSplit(EnergyDistances distances, int[] bounds, int minimumSegment)
    {
        var (best, greatest) = (default((int, int, int)?), double.NegativeInfinity);
        for (var segment = 1; segment < bounds.Length; segment++)
        {
            var (start, end) = (bounds[segment - 1], bounds[segment]);
            for (var split = start + minimumSegment; split <= end - minimumSegment; split++)
            {
                var divergence = GreatestDivergence(distances, start, split, end, minimumSegment);
                (best, greatest) = divergence > greatest ? ((start, split, end), divergence) : (best, greatest);
            }
        }

        return best;
    }

    /// <summary>Over all places where the right part may stop, so that a second change behind the first one does not hide it.</summary>
    private static double GreatestDivergence(EnergyDistances distances, int start, int split, int end, int minimumSegment)
    {
        var greatest = double.NegativeInfinity;
        for (var stop = split + minimumSegment; stop <= end; stop++)
        {
            greatest = Math.Max(greatest, distances.Divergence(start, split, stop));
        }

        return greatest;
    }
}
