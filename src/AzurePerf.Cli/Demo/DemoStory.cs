using AzurePerf.Cli.Output;
using AzurePerf.Cli.Runs;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Demo;

/// <summary>What came of one experiment of a demo, in one sentence: name, best result, the published figure next to it, warnings.</summary>
internal static class DemoStory
{
    private const int NameColumn = 21;
    private const int MostReasons = 2;

    /// <summary>What all runs of a demo have in common is said once, at its end.</summary>
    private static readonly string[] OfAll = [RunCaution.OnEmulator, RunCaution.TooFewRepetitions];

    /// <param name="experiment">As the API tells it.</param>
    /// <param name="run">Its run, at its end.</param>
    /// <param name="points">What it measured.</param>
    /// <param name="summary">What it found.</param>
    /// <param name="made">What it made, as a clause; empty where it made nothing.</param>
    /// <param name="sheet">Where it is shown.</param>
    public static string Render(
        ExperimentResponse experiment, RunResponse run, PointListResponse points, RunSummaryResponse summary, string made,
        Sheet sheet)
    {
        string[] parts =
        [
            run.Status != RunStatus.Completed ? $"{RunPhase.WordFor(run.Status)}: {run.Reason}"
                : made.Length > 0 ? made : Result(experiment, run),
            run.Headline is { } headline && RunTile.FirstOf(points.Published, headline.Unit, headline.Levels) is { } first
                ? $"{PublishedText.Metric(first with { LevelsOfClients = 0 })}: published {NumberFormat.Significant(first.Published)} "
                    + $"({PublishedText.Place(first)}), ours {PublishedText.Ours(first)}"
                : "",
            .. ResultNotes.NotMeasured(new FactorText(experiment), points.Points).Take(MostReasons),
            .. summary.Cautions.Select(caution => caution.Short).Except(OfAll).Where(caution => !run.HeadlineMissing.Contains(caution)),
        ];
        return string.Concat(sheet
            .Wrap(string.Join("; ", parts.Where(part => part.Length > 0)), experiment.Id.PadRight(NameColumn), new(' ', NameColumn))
            .Select(line => line + "\n"));
    }

    private static string Result(ExperimentResponse experiment, RunResponse run) => run.Headline is { } headline
        ? HeadlineText.Value(headline.Value, headline.Unit)
            + (headline.Configurations > 1
                ? " with " + LevelText.Of(experiment.Parameters, headline.Levels, new FactorText(experiment).Varying(run.Spec))
                : "")
        : run.HeadlineMissing.Length > 0 ? "no result: " + run.HeadlineMissing : "completed";
}
