using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>The results of one run for people: what was measured and how, the table, and what must be known about it.</summary>
internal static class ResultReport
{
    /// <summary>Parameters whose 0 means that there is no such limit.</summary>
    private static readonly string[] Limits = ["operationsPerClient", "bytesPerClient", "durationSeconds", "precisionPercent",
        OpenLoopRate];

    /// <summary>0 in a closed loop, which is what is meant where nothing is said, and where there is but one operation under way.</summary>
    private const string OpenLoopRate = "operationsPerSecond";
    private static readonly string[] OfOpenLoops = ["arrivals", "inFlightPerClient"];

    /// <summary>At most 100 columns wide.</summary>
    /// <param name="experiment">Of the run, as the API tells it; null where the host does not know it.</param>
    /// <param name="run">The run.</param>
    /// <param name="points">What it measured, with the values of the metrics that it names.</param>
    /// <param name="eachPoint">True for a row per point.</param>
    /// <param name="sheet">Of the terminal.</param>
    public static string Render(ExperimentResponse? experiment, RunResponse run, PointListResponse points, bool eachPoint, Sheet sheet)
    {
        var text = new FactorText(experiment);
        var lines = Heading(experiment, text, run).SelectMany(line => sheet.Wrap(line)).ToList();
        lines[0] = sheet.Bold(lines[0]);
        if (!RunText.MeasuresPoints(run) || experiment is { IsBag: true })
        {
            // What stages of tasks brought has the figures that their experiment gave it; how the tasks ended, the stages say.
            lines.AddRange(points.Sections.SelectMany(section => SectionText.Lines(section, sheet)));
            return Join(lines);
        }

        if (points.Points.Count == 0)
        {
            lines.Add(
                run.Status.IsTerminal()
                    ? "no point was measured"
                    : run.Points == 0 ? "no points are planned yet" : "no point is measured yet");
            return Join(lines);
        }

        var groups = eachPoint ? LevelResults.EachOf(null, run.Spec, points.Points) : LevelResults.Of(null, run.Spec, points.Points).Levels;
        Metric[] metrics = [.. points.Metrics.Where(metric => metric.InTables).Select(metric => metric.ToMetric())];
        lines.AddRange(["", .. PointTable.Build(text, run.Spec, metrics, groups, eachPoint).Lines(sheet)]);
        lines.AddRange(points.Sections.SelectMany(section => SectionText.Lines(section, sheet)));
        var notes = ResultNotes.Of(text, run.Spec, metrics, groups, eachPoint).SelectMany(note => sheet.Wrap(note)).ToArray();
        lines.AddRange(notes.Length == 0 ? [] : ["", .. notes]);
        return Join(lines);
    }

    private static IEnumerable<string> Heading(ExperimentResponse? experiment, FactorText text, RunResponse run)
    {
        yield return run.Spec.Experiment
            + (experiment is null ? "" : $" - {experiment.Title}")
            + $" ({run.Spec.Scale}{(run.Emulator ? "; emulator: not comparable with Azure" : "")}"
            + $"{(run.HasInjectedFaults ? "; workers injected faults" : "")})";
        yield return $"run {run.Id} {RunPhase.WordFor(run.Status)}, {Extent(run)}, seed "
            + $"{run.Spec.Seed.ToString(CultureInfo.InvariantCulture)}";
        var varying = text.Varying(run.Spec);
        yield return string.Join(", ", run.Spec.Parameters
            .Where(parameter => !varying.Contains(parameter.Key))
            .Select(parameter => KeyValuePair.Create(parameter.Key, parameter.Value is JsonArray levels ? levels[0] : parameter.Value))
            .Where(parameter => !(Limits.Contains(parameter.Key) && parameter.Value?.ToJsonString() == "0"))
            .Where(parameter => !(OfOpenLoops.Contains(parameter.Key) && run.Spec.Parameters[OpenLoopRate]?.ToJsonString() == "[0]"))
            .Select(parameter => parameter.Key + " " + text.Value(parameter.Key, parameter.Value)));
    }

    /// <summary>How much of what was asked for is done, and how often or where it is asked for.</summary>
    private static string Extent(RunResponse run)
    {
        var progress = RunText.Progress(run);
        return progress.Length == 0 ? "not planned yet"
            : !RunText.MeasuresPoints(run) ? progress
            : $"{progress}, {NumberFormat.Counted(run.Spec.Repetitions, "repetition")}, target {run.Spec.Target}";
    }

    private static string Join(IEnumerable<string> lines) => string.Concat(lines.Select(line => line + "\n"));
}
