using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Statistics;

namespace AzurePerf.Core.Trends;

/// <summary>One configuration over many runs.</summary>
public sealed record Trend
{
    /// <summary>Below so many values nothing is called a change.</summary>
    public const int FewestForChanges = 10;

    /// <summary>A run that comes later than so many usual distances after the one before comes after a gap.</summary>
    private const double GapDistances = 2.5;

    private static readonly ChangePointRule Rule = new() { MinimumSegment = 3, MinimumMagnitude = 0.05, ByFactors = true };

    public required string Metric { get; init; }

    /// <summary>1/s, B/s, FLOP/s or ns.</summary>
    public required string Unit { get; init; }

    public required bool HigherIsBetter { get; init; }

    /// <summary>The configuration.</summary>
    public required JsonObject Levels { get; init; }

    /// <summary>Every run, oldest first.</summary>
    public required IReadOnlyList<TrendValue> Values { get; init; }

    /// <summary>Ascending; empty also when there are too few values to look for any.</summary>
    public required IReadOnlyList<TrendChange> Changes { get; init; }

    /// <summary>Whether it rises or falls all the time; null when it does not, when changes tell it already, and when there are too few
    /// values.</summary>
    public TrendDrift? Drift { get; init; }

    /// <summary>Values that are there.</summary>
    public int Measured => Values.Count(value => value.Value is not null);

    /// <summary>Every configuration that occurs in runs, as JSON by which it can be asked for; those of the newest run first.</summary>
    /// <param name="runs">In any order.</param>
    public static IReadOnlyList<JsonObject> Configurations(IReadOnlyList<TrendRun> runs) =>
        [.. runs.OrderByDescending(run => run.At).SelectMany(run => run.Figures?.Combinations ?? []).Select(figure => figure.Levels)
            .DistinctBy(KeyOf)];

    /// <summary>The trend of a configuration; null when no run measured it.</summary>
    /// <param name="runs">In any order.</param>
    /// <param name="levels">The configuration.</param>
    public static Trend? Of(IReadOnlyList<TrendRun> runs, JsonObject levels)
    {
        ArgumentNullException.ThrowIfNull(runs);
        ArgumentNullException.ThrowIfNull(levels);
        var key = KeyOf(levels);
        var ordered = runs.OrderBy(run => run.At).ThenBy(run => run.RunId, StringComparer.Ordinal).ToArray();
        if (ordered.Select(run => run.Figures).LastOrDefault(figures => FigureOf(figures, key) is not null) is not { } newest)
        {
            return null;
        }

        var values = ValuesOf(ordered, key, newest.Metric);
        var changes = ChangesIn(values);
        return new()
        {
            Metric = newest.Metric,
            Unit = newest.Unit,
            HigherIsBetter = newest.HigherIsBetter,
            Levels = levels,
            Values = values,
            Changes = changes,
            Drift = changes.Length == 0 ? DriftOf(values) : null,
        };
    }

    /// <summary>The same configuration gives the same text, in whatever order its levels were written.</summary>
    public static string KeyOf(JsonObject levels) =>
        new JsonObject(
            levels.OrderBy(level => level.Key, StringComparer.Ordinal)
                .Select(level => KeyValuePair.Create(level.Key, level.Value?.DeepClone()))).ToJsonString();

    private static ConfigurationMedian? FigureOf(RunMedians? figures, string key) =>
        figures?.Combinations.FirstOrDefault(figure => KeyOf(figure.Levels) == key);

    private static TrendValue[] ValuesOf(TrendRun[] runs, string key, string metric)
    {
        var usual = UsualDistance(runs);
        var values = new TrendValue[runs.Length];
        TrendRun? before = null;
        for (var index = 0; index < runs.Length; index++)
        {
            var run = runs[index];
            var figure = run.Figures?.Metric == metric ? FigureOf(run.Figures, key) : null;
            var late = index > 0 && usual > TimeSpan.Zero && run.At - runs[index - 1].At > usual * GapDistances;
            values[index] = new(
                run.RunId, run.At, run.Status, figure?.Median, figure?.Low, figure?.High, figure?.Repetitions ?? 0,
                index > 0 && (late || values[index - 1].Value is null),
                before is not null && figure is not null ? Remark(before, run) : "");
            before = figure is null ? before : run;
        }

        return values;
    }

    private static TimeSpan UsualDistance(TrendRun[] runs)
    {
        double[] distances = [.. runs.Zip(runs.Skip(1), (before, after) => (double)(after.At - before.At).Ticks).Order()];
        return distances.Length < 3 ? TimeSpan.Zero : TimeSpan.FromTicks((long)Sample.QuantileOfSorted(distances, 0.5));
    }

    private static string Remark(TrendRun before, TrendRun run) => string.Join("; ", new[]
    {
        run.Build.Length > 0 && before.Build.Length > 0 && run.Build != before.Build ? "another build" : "",
        run.Size.Length > 0 && before.Size.Length > 0 && run.Size != before.Size ? "another kind of machine" : "",
        run.Emulator != before.Emulator ? (run.Emulator ? "an emulator" : "no emulator") : "",
    }.Where(part => part.Length > 0));

    private static TrendDrift? DriftOf(TrendValue[] values)
    {
        double[] measured = [.. values.Select(value => value.Value).OfType<double>()];
        return measured.Length < FewestForChanges ? null : TrendDrift.Of(measured, Rule);
    }

    private static TrendChange[] ChangesIn(TrendValue[] values)
    {
        TrendValue[] measured = [.. values.Where(value => value.Value is not null)];
        return measured.Length < FewestForChanges
            ? []
            : [.. ChangePointSearch.Find([.. measured.Select(value => value.Value!.Value)], Rule).Select(change =>
                new TrendChange(
                    measured[change.Index].RunId, measured[change.Index].At, change.MeanBefore, change.MeanAfter, change.Probability))];
    }
}

/// <summary>Where a trend changed for good.</summary>
/// <param name="RunId">The first run of the new level.</param>
/// <param name="At">The time it stands for.</param>
/// <param name="Before">Mean before, in the trend's unit.</param>
/// <param name="After">Mean from then on.</param>
/// <param name="Probability">Of both having one mean.</param>
public sealed record TrendChange(string RunId, DateTimeOffset At, double Before, double After, double Probability);

/// <summary>One run in the trend of one configuration.</summary>
/// <param name="RunId">The run.</param>
/// <param name="At">The time it stands for.</param>
/// <param name="Status">How it ended.</param>
/// <param name="Value">Median of its repetitions; null where it has no value: a gap.</param>
/// <param name="Low">Lower end of the median's interval; null where there is none.</param>
/// <param name="High">Its upper end.</param>
/// <param name="Repetitions">That count.</param>
/// <param name="AfterGap">True when the value before is missing, or was due and is not there: no line joins the two.</param>
/// <param name="Note">What is other than in the last run before that has a value: another build, another kind of machine, an emulator or
/// none any more; empty when nothing is, and for a run without a value.</param>
public sealed record TrendValue(
    string RunId, DateTimeOffset At, [property: JsonPropertyName("state")] RunStatus Status, double? Value, double? Low, double? High,
    int Repetitions, bool AfterGap, string Note);
