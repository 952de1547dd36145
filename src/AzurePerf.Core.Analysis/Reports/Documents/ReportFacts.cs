using System.Globalization;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Reports.Documents;

/// <summary>What a reader must know of a run before its numbers.</summary>
public static class ReportFacts
{
    /// <summary>Names and values, in order; values may hold text of users.</summary>
    public static IReadOnlyList<(string Name, string Value)> Of(
        ExperimentDefinition? experiment, RunState run, IReadOnlyList<PointRecord> points)
    {
        ArgumentNullException.ThrowIfNull(run);
        var spec = run.Spec;
        List<(string Name, string Value)> facts =
        [
            ("Run", run.RunId),
            ("State", run.Reason.Length == 0 ? CamelCase.Of(run.Status) : $"{CamelCase.Of(run.Status)}: {run.Reason}"),
            ("Experiment", $"{spec.Experiment}, {spec.Scale}"),
            ("Target", run.Emulator ? spec.Target + " (emulator: shows mechanics, not a cloud)" : spec.Target),
            ("Submitted", $"{NumberFormat.Instant(run.SubmittedAt)} by {run.Owner}"),
        ];
        if (run.EndedAt is { } ended && RunDuration.Of(run.SubmittedAt, run.StartedAt, ended, ended) is { } took)
        {
            facts.Add(("Duration", NumberFormat.Duration(took)));
        }

        facts.Add(
            ("Points",
                $"{NumberFormat.Count(points.Count)} of {NumberFormat.Count(run.Points)}, "
                    + $"{NumberFormat.Counted(spec.Repetitions, "repetition")}, {NumberFormat.Counted(spec.Workers, "worker")}"));
        var repetitions = run.Status.IsTerminal() ? RepetitionFigures.Of(LevelResults.Of(experiment, spec, points)) : [];
        if (DriftText.Warning(repetitions) is { } drift)
        {
            facts.Add(("Drift", "the " + drift));
        }

        if (DriftText.DependenceWarning(repetitions) is { } dependence)
        {
            facts.Add(("Dependence", "the " + dependence));
        }

        facts.AddRange(
            (experiment?.Parameters ?? []).Select(parameter => (parameter.Name, TextOf(parameter, spec.Parameters[parameter.Name]))));
        facts.Add(("Seed", spec.Seed.ToString(CultureInfo.InvariantCulture)));
        facts.Add(("Build", DistinctText.Of(points.Select(point => point.Build))));
        facts.Add(("Client libraries", DistinctText.Of(points.Select(point => point.Sdk))));
        facts.Add(
            ("Machines", DistinctText.Of(points.Select(point => point.Sku.Length > 0 ? $"{point.HostId} ({point.Sku})" : point.HostId))));
        facts.AddRange(run.Tags.Select(tag => (tag.Key, tag.Value)));
        return [.. facts.Where(fact => fact.Value.Length > 0)];
    }

    /// <summary>The user's name of the run, else the experiment's.</summary>
    public static string TitleOf(RunState run)
    {
        ArgumentNullException.ThrowIfNull(run);
        return run.Spec.Name.Length > 0 ? run.Spec.Name : run.Spec.Experiment;
    }

    private static string TextOf(ParameterDefinition parameter, JsonNode? value) => value switch
    {
        null => "-",
        JsonArray levels => string.Join(", ", levels.Select(level => TextOf(parameter, level))),
        _ when value.GetValueKind() == JsonValueKind.Number =>
            NumberFormat.Parameter(double.Parse(value.ToJsonString(), NumberStyles.Float, CultureInfo.InvariantCulture), parameter.Unit),
        _ => value.ToString(),
    };
}
