using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Statistics;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Charts.Timeline;

/// <summary>The value of each repetition over hours or days, of a run that repeats its points at a fixed interval.</summary>
internal static class SeriesChart
{
    /// <summary>Changes smaller than this share are weather.</summary>
    internal static readonly ChangePointRule Rule = new() { MinimumMagnitude = 0.02, MinimumSegment = 5, ByFactors = true };

    /// <summary>Null for a run that is no series, and below two values.</summary>
    public static Chart? Of(ChartSource source)
    {
        if (source.Spec.RepeatEverySeconds == 0)
        {
            return null;
        }

        var metric = source.Definition.SeriesMetric(source.Spec.Parameters)!;
        var names = new LevelNames(source.Definition, source.Spec);
        Track[] tracks = [.. LevelResults.Of(source.Definition, source.Spec, source.Points).Levels
            .Select(level =>
                Track.Of(names.Of(level.Levels) is { Length: > 0 } name ? name : "value", level, metric, source.Spec.RepeatEverySeconds))
            .OfType<Track>()];
        if (tracks.Length == 0)
        {
            return null;
        }

        var unit = ChartUnit.Of(metric.Unit, metric.Unit == "ns" ? tracks.Min(track => track.Median) : tracks.Max(track => track.Largest));
        ChartSeries[] series = [.. tracks.Select(track => new ChartSeries(track.Name, SeriesRole.Measured, [.. track.Values.Select(value =>
            new ChartPoint(value.At.ToUnixTimeMilliseconds(), value.Value is { } known ? unit.Of(known, ChartNumber.FineDigits) : null)
            {
                Hollow = value.Flags.Length > 0,
                Note = value.Flags.Length > 0 ? value.Flags : null,
            })]))];
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
                [.. tracks.Zip(series)
                    .SelectMany(pair => pair.First.Values.Zip(pair.Second.Points, (value, point) => (IReadOnlyList<object?>)
                    [pair.First.Name, NumberFormat.InstantAttribute(value.At), point.Y, value.Flags.Length > 0 ? value.Flags : null]))]),
        };
    }

    private static IEnumerable<string> Gaps(ChartSeries[] series) => series.Any(one => one.Points.Any(point => point.Y is null))
        ? ["A gap is a repetition that has no value: its time passed before a worker took it, it failed, or none of its operations "
            + "succeeded."]
        : [];

    private static IEnumerable<string> Hollow(ChartSeries[] series) => series.Any(one => one.Points.Any(point => point.Hollow))
        ? [FlaggedPoint.Note + " The median and lasting changes are of the values that count."]
        : [];

    private static string CaptionOf(Track[] tracks, ChartUnit unit, Metric metric)
    {
        var track = tracks[0];
        var changes = tracks.Sum(one => one.Found.Count);
        var gaps = tracks.Sum(one => one.Values.Count(value => value.Value is null));
        var what = metric.Unit == "ns" ? "latency" : "rate";
        var found = changes > 0 ? NumberFormat.Counted(changes, "lasting change") + (changes == 1 ? " is found" : " are found")
            : tracks.All(one => one.IsTooShort) ? $"fewer than {2 * Rule.MinimumSegment} values cannot show a lasting change"
            : "no lasting change is found";
        return NumberFormat.Counted(tracks.Sum(one => one.Values.Length) - gaps, "value")
            + (gaps > 0 ? " and " + NumberFormat.Counted(gaps, "gap") : "")
            + $"; the median {what}{(tracks.Length > 1 ? " of " + track.Name : "")} is {unit.Text(track.Median)}, and {found}.";
    }

    /// <summary>One configuration over time, in base units.</summary>
    /// <param name="Name">The combination in words.</param>
    /// <param name="Figure">The values that the median and the changes are of.</param>
    /// <param name="Values">What is drawn, a gap where a repetition has no value.</param>
    /// <param name="Found">Lasting changes among the figure's values, each with the time from which on it holds.</param>
    private sealed record Track(string Name, LevelMetric Figure, (DateTimeOffset At, double? Value, string Flags)[] Values,
        IReadOnlyList<(ChangePoint Change, DateTimeOffset At)> Found)
    {
        public double Median => Figure.Median!.Value;

        public double Largest => Values.Max(value => value.Value ?? 0);

        /// <summary>True where no change could be found, because there is no room for what is before and after it.</summary>
        public bool IsTooShort => Figure.Values.Count < 2 * Rule.MinimumSegment;

        /// <summary>Null below two values.</summary>
        public static Track? Of(string name, LevelResult level, Metric metric, int every)
        {
            var figure = level.ShownOf(metric).Succeeded;
            if (figure.Values.Count < 2 || level.Repetitions.FirstOrDefault(point => point.ClaimedAt is not null) is not { } anchor)
            {
                return null;
            }

            return new(
                name,
                figure,
                [.. level.Repetitions.Select(point =>
                    (TimeOf(point), RunSuccess.HasSuccess(point) ? figure.ValueOf(point) : null, FlagsOf(point)))],
                [.. ChangePointSearch.Find([.. figure.Values], Rule).Select(change => (change, TimeOf(figure.Repetitions[change.Index])))]);

            // Of a gap, when its time was.
            DateTimeOffset TimeOf(PointRecord point) =>
                point.ClaimedAt ?? anchor.ClaimedAt!.Value.AddSeconds((double)(point.Repetition - anchor.Repetition) * every);
        }

        public IEnumerable<ChartLine> Changes(ChartUnit unit, bool named) => Found.Select(found => new ChartLine(
            ChartLineRole.Change,
            $"{(named ? Name + ": " : "")}from {unit.Text(found.Change.MeanBefore)} to {unit.Text(found.Change.MeanAfter)}",
            found.At.ToUnixTimeMilliseconds()));

        private static string FlagsOf(PointRecord point) =>
            point.Result is null ? "" : string.Join(", ", FlaggedPoint.FlagsOf(point).Select(flag => CamelCase.Of(flag)));
    }
}
