using AzurePerf.Core.Charts.Curves;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Timeline;

/// <summary>What the charts of a point's course have in common: one configuration, and its time.</summary>
internal sealed record TimelineFrame(LevelCurves Curves, string Name, IReadOnlyList<CurveInterval> Intervals)
{
    private const int FewestIntervals = 3;

    /// <summary>Milliseconds: no interval is shorter than seven.</summary>
    private const int MostDecimals = 3;

    /// <summary>Seconds of an interval.</summary>
    public double Width => IntervalWidth.Seconds(Curves.WidthExponent);

    /// <summary>" with 4 clients"; empty where nothing varies.</summary>
    public string With => Name.Length == 0 ? "" : " with " + Name;

    /// <summary>Repetitions that had not ended before an interval; all where their ends were not kept.</summary>
    public int TakingPart(int index) =>
        Curves.LastIntervals.Count == 0 ? Curves.Repetitions : Curves.LastIntervals.Count(last => last >= index);

    public static ChartAxis Axis { get; } = new("time since the start", "s", ChartScale.Linear);

    /// <summary>How the repetitions were put together.</summary>
    public IEnumerable<string> Notes()
    {
        if (Curves.Inconclusive)
        {
            yield return "No conclusion may rest on it: the flags of the points say why.";
        }

        if (Curves.Repetitions > 1)
        {
            yield return $"The {NumberFormat.Count(Curves.Repetitions)} repetitions are laid over each other from their starts; the end "
                + "is that of the longest.";
        }
    }

    /// <summary>When an interval begins, in seconds.</summary>
    public double StartOf(int index) => Math.Round(index * Width, MostDecimals);

    /// <summary>The selected combination; null without curves, or where too few intervals tell of a course.</summary>
    public static TimelineFrame? Of(ChartSource source) =>
        source.Selected is { Intervals.Count: > 0 } curves && Whole(curves) is { Length: >= FewestIntervals } whole
            ? new(curves, new LevelNames(source.Definition, source.Spec).Of(curves.Levels), whole)
            : null;

    /// <summary>With those in which nothing ended, until the last client did.</summary>
    private static CurveInterval[] Whole(LevelCurves curves)
    {
        var known = curves.Intervals.ToDictionary(interval => interval.Index);
        var last = curves.LastIntervals.Append(curves.Intervals[^1].Index).Max();
        return [.. Enumerable.Range(0, last + 1).Select(index => known.GetValueOrDefault(index) ?? new(index, [], 0))];
    }
}
