using AzurePerf.Cli.Output;
using AzurePerf.Core.Api;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Runs;

/// <summary>The list of runs for people and for programs.</summary>
internal static class RunListReport
{
    /// <param name="list">The runs.</param>
    /// <param name="filtered">Whether there may be more than these.</param>
    /// <param name="now">Until when an open run has taken its time.</param>
    /// <param name="sheet">For the headings.</param>
    public static string Table(RunListResponse list, bool filtered, DateTimeOffset now, Sheet sheet)
    {
        if (list.Runs.Count == 0)
        {
            return string.Concat(sheet.Wrap(sheet.Advise(filtered
                ? "no matching runs; `azureperf list` without filters shows all"
                : "no runs yet; `azureperf submit blob.download --preset quick` starts one")).Select(line => line + "\n"));
        }

        var table = new TextTable(
            new("run"), new("experiment"), new("state"), new("scale"), new("submitted"), new("duration", RightAligned: true),
            new("headline", RightAligned: true), new("name") { IsName = true });
        foreach (var run in list.Runs)
        {
            table.Add(
                run.Id, run.Experiment, run.Status.Words(run.Reason), run.Scale, NumberFormat.Minute(run.SubmittedAt),
                RunDuration.Of(run.SubmittedAt, run.StartedAt, run.EndedAt, now) is { } took ? NumberFormat.Duration(took) : "-",
                run.Headline is { } headline ? HeadlineText.Value(headline.Value, headline.Unit) : "-",
                run.Name);
        }

        var notes = list.Runs.Select(run => (run.Id, Note: NoteOf(run))).Where(run => run.Note.Length > 0)
            .SelectMany(run => sheet.Wrap($"{run.Id}: {run.Note}"));
        return string.Concat(table.Lines(sheet).Concat(notes).Select(line => line + "\n"));
    }

    /// <summary>Why it stands as it does, and why an ended one has no headline.</summary>
    private static string NoteOf(RunListItem run) =>
        string.Join("; ",
            new[]
            {
                run.Reason,
                CriteriaText.Mark(run.Criteria),
                run.EndedAt is not null && run.HeadlineMissing.Length > 0 ? $"no headline: {run.HeadlineMissing}" : "",
            }.Where(part => part.Length > 0));

    public static string Csv(RunListResponse list)
    {
        var csv = new CsvText(
            "runId", "experiment", "state", "reason", "name", "target", "scale", "owner", "submittedAt", "startedAt", "endedAt", "criteria",
            "tags", "headlineMetric", "headline", "headlineUnit");
        foreach (var run in list.Runs)
        {
            csv.Add(
                run.Id, run.Experiment, CamelCase.Of(run.Status), run.Reason, run.Name, run.Target, run.Scale, run.Owner,
                run.SubmittedAt, run.StartedAt, run.EndedAt, run.Criteria is { } verdict ? CamelCase.Of(verdict) : null,
                string.Join(' ', run.Tags.OrderBy(tag => tag.Key, StringComparer.Ordinal).Select(tag => $"{tag.Key}={tag.Value}")),
                run.Headline?.Metric, run.Headline?.Value, run.Headline?.Unit);
        }

        return csv.ToString();
    }
}
