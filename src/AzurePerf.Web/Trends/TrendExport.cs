using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports.Documents;
using AzurePerf.Core.Results;
using AzurePerf.Core.Texts;
using AzurePerf.Core.Trends;

namespace AzurePerf.Web.Trends;

/// <summary>A trend as a document.</summary>
internal static class TrendExport
{
    /// <summary>Where the file is.</summary>
    public const string Address = TrendsApi.Address + "/export";

    /// <param name="subject">The runs.</param>
    /// <param name="trend">Of one configuration.</param>
    /// <param name="origin">When and from where it is made.</param>
    public static ReportDocument Of(TrendSubject subject, Trend trend, string origin) => TrendDocument.Of(
        "Trend: " + subject.Title, trend, [.. SettingsOf(subject, trend)], TrendCharts.Of(subject, trend).Charts, origin,
        subject.Definition);

    private static IEnumerable<(string Name, string Value)> SettingsOf(TrendSubject subject, Trend trend)
    {
        yield return ("experiment", subject.Experiment);
        yield return ("target", subject.Target);
        yield return ("runs", subject.Schedule is { } schedule
            ? $"of the schedule {schedule.Id}, {schedule.Cron} {schedule.Zone}"
            : subject.IsSamePlan ? $"with the plan of {subject.RunId}, seed included"
            : $"with the settings of {subject.RunId}, whatever their seed");
        if (subject.IsCut)
        {
            yield return ("note", subject.Note);
        }

        yield return ("scale", DistinctText.Of(subject.Runs.Select(run => run.Scale)));
        yield return ("metric", MetricText.Describe(trend.Metric, trend.HigherIsBetter));
        if (trend.Levels.Count > 0)
        {
            yield return ("configuration", LevelText.Of(subject.Parameters, trend.Levels));
        }
    }
}
