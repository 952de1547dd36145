using System.Text.Json.Nodes;
using AzurePerf.Core.Charts.Levels;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Series;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Charts.Course;

/// <summary>The value of each repetition over hours or days, of a run that repeats its points at a fixed interval.</summary>
internal static class SeriesChart
{
    /// <summary>Changes smaller than this share are weather.</summary>
    private static readonly ChangePointRule Rule = new() { MinimumMagnitude = 0.02, MinimumSegment = 5 };

    /// <summary>Null for a run that is no series, and below two values.</summary>
    public static Chart? Of(ChartSource source)
    {
        if (source.Spec.RepeatEverySeconds == 0)
        {
            return null;
        }

        var metric = SeriesMetric.Of(source.Definition, source.Spec.Parameters);
        var names = new LevelNames(source.Definition, source.Spec);
        Track[] tracks = [.. LevelOrder.Of(source.Spec, source.Points)
            .GroupBy(point => point.Levels.ToJsonString())
            .Select(same => Track.Of(names.Of(same.First().Levels) is { Length: > 0 } name ? name : "value", [.. same.OrderBy(point => point.Number)], metric, source.Spec.RepeatEverySeconds))
            .Where(track => track.Values.Count(value => value.Value is not null) > 1)];
        if (tracks.Length == 0)
        {
            return null;
        }

        var unit = metric == ComparedMetric.ByteRate ? ChartUnit.OfBytes(tracks.Max(track => track.Largest)) : metric.Unit == "ns" ? ChartUnit.OfTime(tracks.Min(track => track.Median)) : ChartUnit.OfOperations(tracks.Max(track => track.Largest));
        ChartSeries[] series = [.. tracks.Select(track => new ChartSeries(track.Name, SeriesRole.Measured, [.. track.Values.Select(value =>
            new ChartPoint(value.At.ToUnixTimeMilliseconds(), value.Value is { } known ? unit.Of(known, ChartNumber.FineDigits) : null) { Hollow = value.Flags.Length > 0, Note = value.Flags.Length > 0 ? value.Flags : null })]))];
        return new()
        {
            Id = "series",
            Kind = ChartKind.Line,
            Title = "Over time",
            Caption = CaptionOf(tracks, unit, metric),
            Notes = [.. Gaps(series), .. Hollow(series)],
            X = new("time, UTC", "", ChartScale.Time),
            Y = new(metric.Unit == "ns" ? "latency, " + metric.Name : "rate", unit.Symbol, ChartScale.Linear),
            Series = series,
            Lines = [.. tracks.SelectMany(track => track.Changes(unit, tracks.Length > 1))],
            Table = new(
                [new("series"), new("time"), new("value", unit.Symbol), new("flags")],
                [.. tracks.Zip(series).SelectMany(pair => pair.First.Values.Zip(pair.Second.Points, (value, point) => (IReadOnlyList<object?>)
                    [pair.First.Name, Figures.InstantAttribute(value.At), point.Y, value.Flags.Length > 0 ? value.Flags : null]))]),
        };
    }

    private static IEnumerable<string> Gaps(ChartSeries[] series) => series.Any(one => one.Points.Any(point => point.Y is null))
        ? ["A gap is a repetition that has no value: its time passed before a worker took it, or it failed."]
        : [];

    private static IEnumerable<string> Hollow(ChartSeries[] series) => series.Any(one => one.Points.Any(point => point.Hollow))
        ? ["Hollow points carry a flag: something may have spoilt them; the table says what. Changes are looked for among all values."]
        : [];

    private static string CaptionOf(Track[] tracks, ChartUnit unit, ComparedMetric metric)
    {
        var track = tracks[0];
        var changes = tracks.Sum(one => one.Found.Count);
        var gaps = tracks.Sum(one => one.Values.Count(value => value.Value is null));
        var what = metric.Unit == "ns" ? "latency" : "rate";
        return $"{Figures.Counted(tracks.Sum(one => one.Values.Length) - gaps, "value")}{(gaps > 0 ? " and " + Figures.Counted(gaps, "gap") : "")}; the median {what}{(tracks.Length > 1 ? " of " + track.Name : "")} is {unit.Text(track.Median)}, and {(changes == 0 ? (tracks.All(one => one.IsTooShort) ? $"fewer than {2 * Rule.MinimumSegment} values cannot show a lasting change" : "no lasting change is found") : Figures.Counted(changes, "lasting change") + (changes == 1 ? " is found" : " are found"))}.";
    }

    /// <summary>One combination of levels over time, in base units.</summary>
    private sealed record Track(string Name, (DateTimeOffset At, double? Value, string Flags)[] Values, IReadOnlyList<ChangePoint> Found)
    {
        private double[] Known => [.. Values.Select(value => value.Value).OfType<double>()];

        public double Median => Sample.QuantileOfSorted([.. Known.Order()], 0.5);

        public double Largest => Known.Max();

        /// <summary>True where no change could be found, because there is no room for what is before and after it.</summary>
        public bool IsTooShort => Known.Length < 2 * Rule.MinimumSegment;

        public static Track Of(string name, IReadOnlyList<PointRecord> points, ComparedMetric metric, int every)
        {
            var anchor = points.FirstOrDefault(point => point.ClaimedAt is not null);
            (DateTimeOffset, double? Value, string)[] values = anchor is null ? [] : [.. points.Select(point => (
                point.ClaimedAt ?? anchor.ClaimedAt!.Value.AddSeconds((double)(point.Repetition - anchor.Repetition) * every),
                ConclusivePoints.IsWhole(point) ? metric.ValueOf(point.Summary!) : null,
                point.Summary is null ? "" : string.Join(", ", LevelGroup.FlagsOf(point).Select(flag => ApiWord.Of(flag)))))];
            double[] known = [.. values.Select(value => value.Value).OfType<double>()];
            return new(name, values, known.Length < 2 ? [] : ChangePointSearch.Find(known, Rule));
        }

        public IEnumerable<ChartLine> Changes(ChartUnit unit, bool named)
        {
            var at = Values.Where(value => value.Value is not null).Select(value => value.At).ToArray();
            return Found.Select(change => new ChartLine(
                ChartLineRole.Change, $"{(named ? Name + ": " : "")}from {unit.Text(change.MeanBefore)} to {unit.Text(change.MeanAfter)}", at[change.Index].ToUnixTimeMilliseconds()));
        }
    }
}
