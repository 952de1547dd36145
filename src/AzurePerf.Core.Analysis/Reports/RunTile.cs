using System.Text.Json.Nodes;
using System.Text.Json.Serialization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Published;
using AzurePerf.Core.Results;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports;

/// <summary>One number that an ended run is judged by, as it stands at the top of its page.</summary>
/// <param name="Title">What it is.</param>
/// <param name="Value">The number with its unit, or "-".</param>
/// <param name="Detail">Where it was measured, how exact it is, or why there is none; may be empty.</param>
public sealed record RunTile(string Title, string Value, string Detail)
{
    private static readonly string[] Latencies = ["p50", "mean", "p95", "p99"];

    /// <summary>"506 MB/s (4 clients · 95 % CI 490 to 512)", "0 of 1,200".</summary>
    [JsonIgnore]
    public string Sentence =>
        Detail.StartsWith("of ", StringComparison.Ordinal) ? $"{Value} {Detail}" : Detail.Length > 0 ? $"{Value} ({Detail})" : Value;

    /// <summary>True for what nobody wants to see: it is red.</summary>
    public bool IsBad { get; init; }

    /// <summary>What the comparison with the baseline says; null of any other tile, and where they were not compared.</summary>
    public ComparisonVerdict? Verdict { get; init; }

    /// <summary>How sure the verdict is and why not more; empty without one.</summary>
    public string Confidence { get; init; } = "";

    /// <summary>The run that this one is compared with; empty where there is none to compare with.</summary>
    public string BaselineId { get; init; } = "";

    /// <summary>The tiles of a run that has ended, in their order: best result, latency there, failed operations, baseline, paper. One
    /// that the experiment has nothing for is left out.</summary>
    /// <param name="results">Of the run.</param>
    /// <param name="missing">Why there is no best result, in words; empty where there is one or nobody knows.</param>
    /// <param name="published">What was published of the experiment, next to the same of this run.</param>
    /// <param name="baseline">How it stands to its baseline.</param>
    public static IReadOnlyList<RunTile> Of(
        LevelResults results, string missing, IReadOnlyList<PublishedComparison> published, RunBaseline baseline)
    {
        ArgumentNullException.ThrowIfNull(results);
        ArgumentNullException.ThrowIfNull(published);
        ArgumentNullException.ThrowIfNull(baseline);
        if (results.Headline is not { } headline)
        {
            return [];
        }

        var known = results.Headlines().Where(figure => figure.IsResult);
        var best = headline.HigherIsBetter ? known.MaxBy(figure => figure.Median) : known.MinBy(figure => figure.Median);
        RunTile?[] tiles =
        [
            BestOf(results, headline, best, missing), best is null ? null : LatencyOf(results, best), FailuresOf(results), Of(baseline),
            PublishedOf(results, headline, best, published),
        ];
        return [.. tiles.OfType<RunTile>()];
    }

    private static RunTile BestOf(LevelResults results, Metric headline, LevelMetric? best, string missing)
    {
        var title = $"Best {headline.Label}";
        if (best is null)
        {
            return new(title, "-", missing.Length > 0 ? missing : "no repetition counts");
        }

        var interval = best.Interval is { } range
            ? $"95 % CI {MetricText.Value(range.Low, headline.Unit)} to {MetricText.Value(range.High, headline.Unit)}"
            : "too few repetitions for an interval";
        return new(title, HeadlineText.Value(best.Median!.Value, headline.Unit), Join(ConfigurationOf(results, best.Levels), interval));
    }

    private static RunTile? LatencyOf(LevelResults results, LevelMetric best)
    {
        Metric[] metrics = [.. Latencies
            .Select(name => results.Experiment?.FindMetric(name)).OfType<Metric>()
            .Where(metric => metric.Quantity == Quantity.Duration && !metric.Is(best.Metric))];
        if (metrics.FirstOrDefault(metric => best.Level.ShownOf(metric).Median is not null) is not { } leading)
        {
            return null;
        }

        var rest = metrics.Where(metric => metric.Name is "p95" or "p99" && !metric.Is(leading))
            .Select(metric => $"{metric.Name} {MetricText.Value(best.Level.ShownOf(metric).Median, metric.Unit)}");
        var shown = best.Level.ShownOf(leading);
        return new(
            $"{Texts.Sentence.Start(leading.Label)} there",
            HeadlineText.Value(shown.Median!.Value, leading.Unit),
            string.Join(" · ", shown.Values.Count > 1
                ? rest.Append($"medians of {NumberFormat.Count(shown.Values.Count)} repetitions")
                : rest));
    }

    private static RunTile? FailuresOf(LevelResults results)
    {
        var operations = results.Levels.SelectMany(level => level.Repetitions).Sum(point => point.Summary?.Operations ?? 0);
        var failures = results.Levels.Sum(level => level.Failures);
        return operations == 0
            ? null
            : new("Failed operations", NumberFormat.Count(failures), $"of {NumberFormat.Count(operations)}") { IsBad = failures > 0 };
    }

    private static RunTile Of(RunBaseline baseline)
    {
        const string Title = "Against baseline";
        return baseline switch
        {
            { BaselineId: null } => new(Title, "-", "no baseline"),
            { IsItself: true } => new(Title, "-", "this run is the baseline"),
            { Comparison.Answer: { } answer } => new(
                Title, ComparisonText.Change(ComparisonAnswer.Leading(baseline.Comparison.Points).Ratio), answer.Sentence)
            {
                Verdict = answer.Verdict,
                Confidence = $"How sure: {CamelCase.Of(answer.Confidence)}. {Texts.Sentence.Start(answer.Reason)}.",
                BaselineId = baseline.BaselineId,
            },
            { IsGone: true } => new(Title, "-", "the baseline's results are gone: choose another run"),
            _ => new(Title, "-", "no configuration in common") { BaselineId = baseline.BaselineId },
        };
    }

    private static RunTile? PublishedOf(
        LevelResults results, Metric headline, LevelMetric? best, IReadOnlyList<PublishedComparison> published)
    {
        if (FirstOf(published, headline.Unit, best?.Levels) is not { } nearest)
        {
            return null;
        }

        var figure = $"{NumberFormat.Significant(nearest.Published)} {PublishedText.Metric(nearest)}: {PublishedText.Place(nearest)}";
        var elsewhere = best is null || !JsonNode.DeepEquals(nearest.Levels, best.Levels) ? ConfigurationOf(results, nearest.Levels) : "";
        return new(
            "Against the paper", NumberFormat.Significant(nearest.Ratio) + " ×",
            Join(elsewhere, $"{PublishedText.Ours(nearest)} against {figure}"));
    }

    /// <summary>The published figure to look at first: of the same quantity, then at the same configuration, then as the publications list
    /// them; null where nothing comparable was published, and never where on a curve something is so. How near its value is plays no part,
    /// or the tile would show the most flattering one.</summary>
    /// <param name="published">All of the run.</param>
    /// <param name="unit">Of the best result.</param>
    /// <param name="levels">Its configuration; null where there is no best result.</param>
    public static PublishedComparison? FirstOf(IReadOnlyList<PublishedComparison> published, string unit, JsonObject? levels) =>
        published.Where(one => one.Ratio > 0 && double.IsFinite(one.Ratio) && !PublishedCurves.IsPlace(one.Metric))
            .OrderByDescending(one => UnitOf(one.Metric) == unit)
            .ThenByDescending(one => levels is not null && JsonNode.DeepEquals(one.Levels, levels))
            .FirstOrDefault();

    private static string UnitOf(PublishedMetric metric) => metric switch
    {
        PublishedMetric.OperationsPerSecond => "1/s",
        PublishedMetric.MegabytesPerSecond or PublishedMetric.MegabytesPerSecondBestOfThree or PublishedMetric.MegabytesPerSecondMedian =>
            "B/s",
        PublishedMetric.MillisecondsPerOperation or PublishedMetric.SecondsPerOperation => "ns",
        _ => "",
    };

    private static string ConfigurationOf(LevelResults results, JsonObject levels) =>
        results.Experiment is { } experiment ? new LevelNames(experiment, results.Spec).Of(levels) : "";

    private static string Join(params string[] parts) => string.Join(" · ", parts.Where(part => part.Length > 0));
}

/// <summary>How an ended run stands to the baseline of its experiment and target.</summary>
/// <param name="BaselineId">The baseline's run; null where there is none.</param>
/// <param name="IsItself">True when that is the run itself.</param>
/// <param name="Comparison">Both compared; null where that was not done.</param>
/// <param name="IsGone">True when nothing of the baseline can be read any more.</param>
public sealed record RunBaseline(
    string? BaselineId = null, bool IsItself = false, ComparisonResponse? Comparison = null, bool IsGone = false);
