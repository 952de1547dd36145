using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Series;

namespace AzurePerf.Core.Reports.Sections;

/// <summary>What is said of a run's points: computed once, and shown by every renderer.</summary>
public static class RunReport
{
    /// <summary>Points with everything that is derived from them.</summary>
    /// <param name="experiment">Of the run; null where nobody knows it.</param>
    /// <param name="spec">Of the run.</param>
    /// <param name="runId">The run.</param>
    /// <param name="status">Where it stands.</param>
    /// <param name="emulator">As of the run.</param>
    /// <param name="points">In the order of measurement.</param>
    public static PointListResponse Of(
        ExperimentDefinition? experiment, RunSpec spec, string runId, RunStatus status, bool emulator, IReadOnlyList<PointRecord> points)
    {
        var results = LevelResults.Of(experiment, spec, points);
        var ratios = DerivedRatios.Derive(results);
        var headline = results.Headline;
        var derived = new PointListResponse(runId, status, PointMetrics.Tell(experiment, spec, points), ratios)
        {
            Metrics = [.. (experiment?.Metrics ?? []).Select(metric => MetricResponse.Of(metric, metric == headline))],
            Scale = spec.Scale,
            Disclaimer = experiment?.Disclaimer ?? "",
            Emulator = emulator,
            Repetitions = status.IsTerminal() ? RepetitionStatistics.Of(results) : [],
            Series = SeriesStatistics.Of(results),
            LeftOut = [.. points.Where(point => point.Status == PointStatus.Measured && !CountingRule.Counts(point))
                .Select(point => point.Number)],
            Published = PublishedComparisons.Of(results, ratios),
            Criteria = CriteriaJudge.Of(results, status),
        };
        return derived with { Sections = SectionsOf(results, derived) };
    }

    /// <summary>The sections of the report, in their order: what is said of any experiment, and what the experiment says itself.</summary>
    /// <param name="results">Of the run.</param>
    /// <param name="derived">What is derived from them.</param>
    public static IReadOnlyList<ReportSection> SectionsOf(LevelResults results, PointListResponse derived)
    {
        ArgumentNullException.ThrowIfNull(results);
        ArgumentNullException.ThrowIfNull(derived);
        var experiment = results.Experiment;
        var names = new LevelColumns(experiment, results.Spec.Parameters);
        return
        [
            .. CriteriaSection.Of(names, derived.Criteria),
            .. experiment?.IsBag ?? derived.Points.All(point => point.Summary is null) ? PointSection.Of(names, derived.Points) : [],
            .. NamedSections.Of(names, results),
            .. RepetitionSection.Of(names, derived.Repetitions),
            .. experiment?.Sections is { } own ? OwnSections.Of(() => own(results.Measured(experiment))) : [],
            .. SeriesSection.Of(names, results.Spec.Experiment, derived.Series,
                derived.Status.IsTerminal() ? MeasuredSeries.TooShort(results) : []),
            .. RatioSection.Of(names, experiment?.Ratio, derived.Ratios),
            .. DisclaimerSection.Of(experiment),
            .. PublishedSection.Of(
                names, derived.Published, [.. MissingIn(results, derived)],
                results.Levels.Any(level => level.Measured.Count > 0) ? PublishedText.NotCompared(results.Spec.Experiment) : []),
        ];
    }

    /// <summary>What is said of points that are not compared with published figures, or not in all of them.</summary>
    private static IEnumerable<string> MissingIn(LevelResults results, PointListResponse derived)
    {
        int[] without = [.. results.Levels.SelectMany(level => level.Counted)
            .Where(point => point.Summary is { OpenLoop: null } && !RunSuccess.HasSuccess(point)).Select(point => point.Number).Order()];
        return new[]
        {
            PublishedText.LeftOut(results.Spec.Experiment, derived.LeftOut), PublishedText.WithoutSuccess(results.Spec.Experiment, without),
            PublishedText.FewerPasses(derived.Published),
        }.OfType<string>();
    }
}
