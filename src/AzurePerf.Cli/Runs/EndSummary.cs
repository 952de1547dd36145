using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>What a followed run ends with, the answer first: the tiles of its page, what failed, one line of warnings, its
/// address.</summary>
internal static class EndSummary
{
    private const string Results = "Results";

    /// <summary>At most 12 lines on 100 columns.</summary>
    /// <param name="run">The run, at its end.</param>
    /// <param name="summary">What it found.</param>
    /// <param name="points">What it measured.</param>
    /// <param name="page">Its page.</param>
    /// <param name="sheet">Where it is shown.</param>
    public static string Render(RunResponse run, RunSummaryResponse summary, PointListResponse points, Uri page, Sheet sheet)
    {
        (string Name, string Text)[] rows =
        [
            .. summary.Criteria is { } criteria ? [("Criteria", criteria.Sentence)] : Array.Empty<(string, string)>(),
            .. summary.Tiles.Where((tile, index) => index == 0 || tile.Value != "-").Select(tile => (tile.Title, Text(tile))),
            .. FirstFailure.Of(points.Points) is { Length: > 0 } failure ? [("First failure", failure)] : Array.Empty<(string, string)>(),
            .. summary.Tiles.Count == (run.Makespan is null ? 0 : 1) && points.Sections.Any(section => section.HasContent)
                ? [(Results, sheet.Command("azureperf show " + run.Id))]
                : Array.Empty<(string, string)>(),
        ];
        var column = rows.Select(row => row.Name.Length).Append("Warnings".Length).Max() + 4;
        var room = sheet.Columns - column;
        rows =
        [
            .. rows,
            .. summary.Cautions.Count > 0
                ? [("Warnings", OnOneLine([.. summary.Cautions.Select(caution => caution.Short)], room))]
                : Array.Empty<(string, string)>(),
            ("Page", page.AbsoluteUri),
        ];
        return string.Concat(sheet.Wrap(Heading(run)).Select(sheet.Bold)
            .Concat(rows.SelectMany(row => Lines(row.Text, $"  {row.Name}".PadRight(column), isCommand: row.Name == Results)))
            .Select(line => line + "\n"));

        IEnumerable<string> Lines(string text, string label, bool isCommand) =>
            isCommand ? [label + text] : sheet.Wrap(text, label, new(' ', column));
    }

    private static string Heading(RunResponse run)
    {
        var duration = RunDuration.Of(run.SubmittedAt, run.StartedAt, run.EndedAt, run.EndedAt ?? run.SubmittedAt);
        return $"{run.Spec.Experiment}{(run.Spec.Name.Length > 0 ? $" \"{run.Spec.Name}\"" : "")} {RunPhase.WordFor(run.Status)}"
            + (duration is { } took ? $" after {NumberFormat.Duration(took)}" : "")
            + (RunText.Progress(run) is { Length: > 0 } progress ? $", {progress}" : "")
            + (run.Status != RunStatus.Completed && run.Reason.Length > 0 ? $": {run.Reason}" : "");
    }

    /// <summary>"197 MB/s (4 clients, 95 % CI 190 to 204)", in characters that every terminal has.</summary>
    public static string Text(RunTile tile) =>
        tile.Sentence.Replace(" \u00b7 ", ", ", StringComparison.Ordinal).Replace('\u00d7', 'x');

    /// <summary>As many as one line has room for, and how many more there are.</summary>
    private static string OnOneLine(IReadOnlyList<string> warnings, int room)
    {
        for (var shown = warnings.Count; shown > 1; shown--)
        {
            var text = string.Join("; ", warnings.Take(shown))
                + (shown < warnings.Count ? $"; {NumberFormat.Count(warnings.Count - shown)} more" : "");
            if (text.Length <= room)
            {
                return text;
            }
        }

        return warnings[0] + (warnings.Count > 1 ? $"; {NumberFormat.Count(warnings.Count - 1)} more" : "");
    }
}
