using System.Globalization;
using AzurePerf.Cli.Output;
using AzurePerf.Core.Executions.Outcomes;
using AzurePerf.Core.Texts;

namespace AzurePerf.Cli.Reports;

/// <summary>The report on outcomes for people and for programs.</summary>
internal static class OutcomesText
{
    private const string DayFormat = "yyyy-MM-dd";

    public static string Table(OutcomeReport report, Sheet sheet)
    {
        var lines = report.All.Executions == 0
            ? [$"no execution ended from {Text(report.From)} to {Text(report.To)}"]
            : Answer(report, sheet).Concat(Groups("day", report.Days.Select(day => (Text(day.Day), day.All))).Lines(sheet))
                .Append("")
                .Concat(
                    Groups("experiment", report.Experiments.Append(report.All).Select(group => (group.Experiment ?? "all", group)))
                        .Lines(sheet))
                .Concat(Classes(report, sheet))
                .Append("")
                .Concat(Causes(report).Lines(sheet))
                .Append("")
                .Concat(sheet.Wrap(RangeNote(report)))
                .Concat(OutcomeText.Saved(report.Stopping) is { Length: > 0 } saved ? sheet.Wrap(saved) : [])
                .Concat(report.Stopping.SelectMany(balance => sheet.Wrap(OutcomeText.Stopping(balance))))
                .Concat(OutcomeText.InjectedFaults(report.All) is { Length: > 0 } injected ? sheet.Wrap("* " + injected) : []);
        return string.Concat(
            lines.Concat(report.Unreadable.SelectMany(complaint => sheet.Wrap("left out: " + complaint))).Select(line => line + "\n"));
    }

    /// <summary>One line per day, experiment and outcome; of modis.pipeline one per class too, which together are the
    /// experiment.</summary>
    public static string Csv(OutcomeReport report)
    {
        var csv = new CsvText("day", "experiment", "outcome", "class", "count", "executions", "share", "low", "high", "tasks",
            "withInjectedFaults", "taskClass");
        foreach (var (day, group) in report.Days.SelectMany(GroupsOf, (day, group) => (day.Day, group)))
        {
            // A task succeeds once.
            Add("success", "", group.Succeeded, group.Succeeded.Count);
            foreach (var cause in group.Causes)
            {
                Add(cause.Cause.ToString(), cause.Class.ToString(), cause.Share, cause.Tasks);
            }

            void Add(string outcome, string failureClass, OutcomeShare share, long? tasks) =>
                csv.Add(Text(day), group.Experiment, outcome, failureClass, share.Count, group.Executions, share.Share, share.Low,
                    share.High, tasks, group.WithInjectedFaults, group.Class);
        }

        return csv.ToString();
    }

    private static IEnumerable<OutcomeGroup> GroupsOf(OutcomeDay day) =>
        day.Experiments.Where(group => day.Classes.All(one => one.Experiment != group.Experiment)).Concat(day.Classes);

    private static IEnumerable<string> Answer(OutcomeReport report, Sheet sheet) =>
        OutcomeText.Pipeline(report) is { Length: > 0 } answer ? [.. sheet.Wrap(answer).Select(sheet.Bold), ""] : [];

    private static IEnumerable<string> Classes(OutcomeReport report, Sheet sheet) => report.Classes.Count == 0 ? [] :
    [
        "", .. Groups("class", report.Classes.Select(group => (group.Class!, group))).Lines(sheet),
        "", .. Ends(report.Classes).Lines(sheet),
    ];

    private static TextTable Ends(IReadOnlyList<OutcomeGroup> classes)
    {
        var table = new TextTable(
            new("class"), new("outcome"), new("executions", RightAligned: true), new("tasks", RightAligned: true),
            new("share of\nthe class", RightAligned: true), new("95 %\ninterval", RightAligned: true));
        foreach (var (group, end) in classes.SelectMany(group => group.Ends, (group, end) => (group, end)))
        {
            table.Add(group.Class!, end.Label, NumberFormat.Count(end.Share.Count), OutcomeText.Tasks(end.Tasks),
                OutcomeText.Share(end.Share), OutcomeText.Interval(end.Share));
        }

        return table;
    }

    private static TextTable Groups(string heading, IEnumerable<(string Name, OutcomeGroup Group)> groups)
    {
        var table = new TextTable(
            new(heading), new("executions", RightAligned: true), new("tasks", RightAligned: true), new("succeeded", RightAligned: true),
            new("reused", RightAligned: true),
            new("failed", RightAligned: true), new("given\nback", RightAligned: true), new("timed\nout", RightAligned: true),
            new("95 %\ninterval", RightAligned: true));
        foreach (var (name, group) in groups)
        {
            table.Add([
                name + (group.WithInjectedFaults > 0 ? " *" : ""), NumberFormat.Count(group.Executions), OutcomeText.Tasks(group.Tasks),
                .. new[] { group.Succeeded, group.Reused, group.Failed, group.GivenBack, group.TimedOut }.Select(OutcomeText.Share),
                OutcomeText.Interval(group.TimedOut)]);
        }

        return table;
    }

    private static TextTable Causes(OutcomeReport report)
    {
        var table = new TextTable(
            new(report.Classes.Count > 0 ? "class or outcome" : "outcome"), new("ModisAzure", RightAligned: true),
            new("here", RightAligned: true), new("tasks\nhere", RightAligned: true),
            new("share\nhere", RightAligned: true), new("95 %\ninterval", RightAligned: true));
        foreach (var row in report.Compared)
        {
            table.Add(row.Label, NumberFormat.Percent(row.Share), NumberFormat.Count(row.Ours.Count), OutcomeText.Tasks(row.Tasks),
                OutcomeText.Share(row.Ours), OutcomeText.Interval(row.Ours));
        }

        var published = report.Published.Select(row => row.Cause).ToHashSet();
        foreach (var cause in report.All.Causes.Where(cause => !published.Contains(cause.Cause)))
        {
            table.Add(cause.Label, "-", NumberFormat.Count(cause.Share.Count), OutcomeText.Tasks(cause.Tasks),
                OutcomeText.Share(cause.Share), OutcomeText.Interval(cause.Share));
        }

        return table;
    }

    private static string RangeNote(OutcomeReport report) => string.Create(
        CultureInfo.InvariantCulture,
        $"The interval of a day{(report.Classes.Count > 0 ? ", a class" : "")} or an experiment is that of its timed-out share; "
            + $"published for a day: {100 * report.PublishedTimedOut.Low:0.#} to nearly {100 * report.PublishedTimedOut.High:0.#} %."
            + $"{(report.Classes.Count > 0 ? " " + OutcomeText.SharesOfClasses : "")}");

    private static string Text(DateOnly day) => day.ToString(DayFormat, CultureInfo.InvariantCulture);
}
