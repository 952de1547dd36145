using System.Globalization;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Documents;

/// <summary>What a reader must know of a run before its numbers.</summary>
public static class ReportFacts
{
    /// <summary>Names and values, in order; values may hold text of users.</summary>
    /// <param name="experiment">Its experiment; null where nobody knows it.</param>
    /// <param name="run">Its header.</param>
    /// <param name="points">What it measured.</param>
    /// <param name="sections">What is said of it: their warnings stand here.</param>
    public static IReadOnlyList<(string Name, string Value)> Of(
        ExperimentDefinition? experiment, RunState run, IReadOnlyList<PointRecord> points, IReadOnlyList<ReportSection> sections)
    {
        ArgumentNullException.ThrowIfNull(run);
        ArgumentNullException.ThrowIfNull(sections);
        var spec = run.Spec;
        List<(string Name, string Value)> facts =
        [
            ("Run", run.RunId),
            ("State", run.Reason.Length == 0 ? run.Status.Words() : $"{run.Status.Words()}: {run.Reason}"),
            ("Experiment", $"{spec.Experiment}, {spec.Scale}"),
            ("Target", run.Emulator ? spec.Target + " (emulator: not comparable with Azure)" : spec.Target),
            ("Caution", run.HasInjectedFaults ? "workers injected faults (Worker:Faults)" : ""),
            ("Submitted", $"{NumberFormat.Instant(run.SubmittedAt)} by {run.Owner}"),
        ];
        if (CriteriaJudge.Of(new MeasuredRun(experiment, spec, points), run.Status) is { } criteria)
        {
            facts.Add(("Criteria", criteria.Sentence));
        }

        if (run.EndedAt is { } ended && RunDuration.Of(run.SubmittedAt, run.StartedAt, ended, ended) is { } took)
        {
            facts.Add(("Duration", NumberFormat.Duration(took)));
        }

        if (experiment is not { Metrics.Count: 0 } || points.Count > 0)
        {
            facts.Add(
                ("Points",
                    $"{NumberFormat.Count(points.Count)} of {NumberFormat.Count(run.Points)}, "
                        + $"{NumberFormat.Counted(spec.Repetitions, "repetition")}, {NumberFormat.Counted(spec.Workers, "worker")}"));
        }

        facts.AddRange(sections.SelectMany(section => section.Warnings).Select(warning => (warning.Word, warning.Text)));
        return [.. facts.Where(fact => fact.Value.Length > 0)];
    }

    /// <summary>What was asked for and what measured it: to look up, so at the end.</summary>
    /// <param name="experiment">Its experiment; null where nobody knows it.</param>
    /// <param name="run">Its header.</param>
    /// <param name="points">What it measured.</param>
    public static ReportSection SettingsOf(ExperimentDefinition? experiment, RunState run, IReadOnlyList<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(run);
        var spec = run.Spec;
        (string Name, string Value)[] settings =
        [
            .. (experiment?.Parameters ?? [])
                .Select(parameter => (parameter.Name, LevelText.Of(spec.Parameters[parameter.Name], parameter.Unit))),
            ("Seed", spec.Seed.ToString(CultureInfo.InvariantCulture)),
            ("Build", DistinctText.Of(points.Select(point => point.Build))),
            ("Client libraries", DistinctText.Of(points.Select(point => point.Sdk))),
            ("Machines", DistinctText.Of(points.Select(point => point.Sku.Length > 0 ? $"{point.HostId} ({point.Sku})" : point.HostId))),
            .. run.Tags.Select(tag => (tag.Key, tag.Value)),
        ];
        return new()
        {
            Id = "settings",
            Title = "Settings",
            Tables =
            [
                new("Settings", "what was requested, and what it ran on",
                    [new("setting", IsNumber: false), new("value", IsNumber: false)],
                    [.. settings.Where(setting => setting.Value.Length > 0)
                        .Select(setting => (IReadOnlyList<SectionCell>)[new(setting.Name), new(setting.Value)])]),
            ],
        };
    }

    /// <summary>The user's name of the run, else the experiment's.</summary>
    public static string TitleOf(RunState run)
    {
        ArgumentNullException.ThrowIfNull(run);
        return run.Spec.Name.Length > 0 ? run.Spec.Name : run.Spec.Experiment;
    }
}
