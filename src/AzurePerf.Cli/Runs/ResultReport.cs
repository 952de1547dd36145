using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Results.Disks;
using AzurePerf.Core.Results.Published;
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
    /// <param name="paint">Of the terminal.</param>
    public static string Render(ExperimentResponse? experiment, RunResponse run, PointListResponse points, bool eachPoint, Paint paint)
    {
        var text = new FactorText(experiment);
        var lines = Heading(experiment, text, run).SelectMany(line => PlainText.Wrap(line)).ToList();
        lines[0] = paint.Bold(lines[0]);
        if (!RunText.MeasuresPoints(run) || experiment is { IsBag: true })
        {
            // What stages of tasks brought has the figures that their experiment gave it; how the tasks ended, the stages say.
            lines.AddRange(FoldedPoints.Of(points.Points) is { } folded ? ["", .. TableOf(folded).Lines(paint)] : []);
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
        lines.AddRange(["", .. PointTable.Build(text, run.Spec, metrics, groups, eachPoint).Lines(paint)]);
        foreach (var table in FurtherTable.Of(groups))
        {
            lines.AddRange(["", .. FurtherLines(text, run.Spec, table, paint)]);
        }

        if (RepetitionText.Shown(points.Repetitions) is { Count: > 0 } repetitions)
        {
            lines.AddRange(["", .. RepetitionTable.Build(text, run.Spec, repetitions).Lines(paint),
                .. PlainText.Wrap(RepetitionText.Remark(repetitions[0]))]);
            lines.AddRange(RepetitionText.NotShown(points.Repetitions) is { } missing ? PlainText.Wrap(missing) : []);
            lines.AddRange(DriftText.Warning(points.Repetitions) is { } drift ? PlainText.Wrap("the " + drift) : []);
            lines.AddRange(DriftText.DependenceWarning(points.Repetitions) is { } dependence ? PlainText.Wrap("the " + dependence) : []);
        }

        if (points.Disk is { } disk)
        {
            lines.AddRange(["", .. DiskTable.Build(text, run.Spec, disk.Scores).Lines(paint), .. PlainText.Wrap(DiskText.Remark)]);
            lines.AddRange(DiskTable.Verdicts(text, run.Spec, disk.Verdicts).SelectMany(verdict => PlainText.Wrap(verdict)));
        }

        foreach (var series in points.Series)
        {
            var levels = text.Join(series.Levels.Where(level => text.Varying(run.Spec).Contains(level.Key)));
            lines.AddRange(["", .. SeriesTable.Build(series).Lines(paint),
                .. PlainText.Wrap((levels.Length > 0 ? levels + ": " : "") + SeriesText.Remark(series))]);
        }

        if (points.Series.Count > 0 && SeriesText.Published(run.Spec.Experiment, ratios: false) is { } spreads)
        {
            lines.AddRange(PlainText.Wrap(spreads));
        }

        if (points.Ratios.Count > 0)
        {
            lines.AddRange(["", .. RatioTable.Build(text, points.Ratios).Lines(paint)]);
        }

        if (points.Published.Count > 0)
        {
            lines.AddRange(["", .. PublishedTable.Build(text, run.Spec, points.Published).Lines(paint),
                .. PlainText.Wrap(PublishedText.Remark)]);
        }

        if (PublishedText.LeftOut(run.Spec.Experiment, points.LeftOut) is { } leftOut)
        {
            lines.AddRange(PlainText.Wrap(leftOut));
        }

        var notes = ResultNotes.Of(text, run.Spec, metrics, groups, eachPoint).SelectMany(note => PlainText.Wrap(note)).ToArray();
        lines.AddRange(notes.Length == 0 ? [] : ["", .. notes]);
        return Join(lines);
    }

    private static IEnumerable<string> FurtherLines(FactorText text, RunSpec spec, FurtherTable further, Paint paint)
    {
        var factors = text.Varying(spec);
        var table = new TextTable([
            .. text.Columns(factors),
            .. further.Headings.Select((heading, column) => new TextColumn(heading.Replace(' ', '\n'), RightAligned: column > 0))]);
        foreach (var row in further.Rows)
        {
            table.Add([.. text.Cells(factors, row.Level.Levels), .. row.Cells]);
        }

        return table.Lines(paint).Prepend(further.Title.ToLowerInvariant());
    }

    private static IEnumerable<string> Heading(ExperimentResponse? experiment, FactorText text, RunResponse run)
    {
        yield return run.Spec.Experiment
            + (experiment is null ? "" : $" - {experiment.Title}")
            + $" ({run.Spec.Scale}{(run.Emulator ? "; emulator: shows mechanics, not a cloud" : "")})";
        yield return $"run {run.Id} {RunPhase.WordFor(run.Status)}, {Extent(run)}, seed "
            + $"{run.Spec.Seed.ToString(CultureInfo.InvariantCulture)}";
        var varying = text.Varying(run.Spec);
        yield return text.Join(run.Spec.Parameters
            .Where(parameter => !varying.Contains(parameter.Key))
            .Select(parameter => KeyValuePair.Create(parameter.Key, parameter.Value is JsonArray levels ? levels[0] : parameter.Value))
            .Where(parameter => !(Limits.Contains(parameter.Key) && parameter.Value?.ToJsonString() == "0"))
            .Where(parameter => !(OfOpenLoops.Contains(parameter.Key) && run.Spec.Parameters[OpenLoopRate]?.ToJsonString() == "[0]")));
    }

    /// <summary>How much of what was asked for is done, and how often or where it is asked for.</summary>
    private static string Extent(RunResponse run)
    {
        var progress = RunText.Progress(run);
        return progress.Length == 0 ? "not planned yet"
            : !RunText.MeasuresPoints(run) ? progress
            : $"{progress}, {NumberFormat.Counted(run.Spec.Repetitions, "repetition")}, target {run.Spec.Target}";
    }

    private static TextTable TableOf(FoldedPoints folded)
    {
        var table = new TextTable([.. folded.Columns.Select(column => new TextColumn(column.Heading, column.IsNumber))]);
        foreach (var row in folded.Rows)
        {
            table.Add([.. row]);
        }

        return table;
    }

    private static string Join(IEnumerable<string> lines) => string.Concat(lines.Select(line => line + "\n"));
}
