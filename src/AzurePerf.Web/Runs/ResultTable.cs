using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Measurements;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Web.Pages;

namespace AzurePerf.Web.Runs;

/// <summary>The points of a run as a table: a column per factor that varies, rows of the same levels beside each other.</summary>
internal sealed record ResultTable
{
    /// <summary>The rate that the experiment is about.</summary>
    public required HeadlineRate Headline { get; init; }

    /// <summary>What the rows have numbers of, the one that leads first.</summary>
    public required IReadOnlyList<Metric> Metrics { get; init; }

    /// <summary>Factors with more than one level, in the order of the form.</summary>
    public required IReadOnlyList<ParameterDefinition> Factors { get; init; }

    /// <summary>Rows with the same levels, in the order in which the run lists the levels; repetitions ascending.</summary>
    public required IReadOnlyList<IReadOnlyList<PointRecord>> Groups { get; init; }

    /// <summary>Flags that occur, in the order of their declaration.</summary>
    public required IReadOnlyList<PointFlag> Flags { get; init; }

    /// <summary>The first reason for a flag, with its point, by the flag.</summary>
    public required IReadOnlyDictionary<PointFlag, string> Reasons { get; init; }

    /// <summary>What else should be known of single points.</summary>
    public required IReadOnlyList<string> Remarks { get; init; }

    /// <summary>Failures that occur, in the order of their declaration.</summary>
    public required IReadOnlyList<OperationOutcome> Outcomes { get; init; }

    /// <summary>What the target answered first, by the failure it was answered with.</summary>
    public required IReadOnlyDictionary<OperationOutcome, string> FailureMessages { get; init; }

    /// <summary>What a follow-up of an operation was answered first; empty when none failed.</summary>
    public required string FollowUpMessage { get; init; }

    /// <summary>Which points came from which build; empty where one build measured all.</summary>
    public required IReadOnlyList<string> Segments { get; init; }

    /// <summary>How the rows are sorted; by themselves they stand by their levels.</summary>
    public TableSort Sort { get; private init; } = TableSort.None;

    /// <summary>Rows beyond which the table scrolls.</summary>
    public const int RowsAtOnce = 24;

    /// <summary>What the table can be sorted by: the number of the point, any metric, and how many operations succeeded.</summary>
    public IReadOnlyList<string> Columns => ["point", .. Metrics.Select(metric => metric.Name), "n"];

    /// <summary>Columns of a row beside point, factors and repetition.</summary>
    public int Width => Metrics.Count + 3;

    /// <summary>True when it is so long that it scrolls.</summary>
    public bool IsLong => Groups.Sum(group => group.Count) > RowsAtOnce;

    /// <summary>The same rows in another order, in one group.</summary>
    /// <param name="asked">Reads what was asked for, of the columns that there are.</param>
    public ResultTable Sorted(Func<IReadOnlyList<string>, TableSort> asked) => asked(Columns) is not { Column.Length: > 0 } sort
        ? this
        : this with { Sort = sort, Groups = [[.. sort.Apply(Groups.SelectMany(group => group), point => ValueOf(point, sort.Column))]] };

    private static IComparable? ValueOf(PointRecord point, string column) => column switch
    {
        "point" => point.Number,
        "n" => point.Summary is { } summary ? SuccessesOf(summary) : null,
        _ => point.ValueOf(column),
    };

    /// <summary>The heading of a metric's column, without its unit.</summary>
    public static string Heading(Metric metric)
    {
        var text = metric.Column ?? metric.Label;
        return text.Length == 0 ? "Rate" : text.Any(char.IsDigit) ? text : Sentence.Start(text);
    }

    /// <summary>The value of a point, or why there is none.</summary>
    public static string Cell(PointRecord point, Metric metric) =>
        point.ValueOf(metric.Name) is { } value ? MetricText.Value(value, metric.Unit)
        : point.Summary is null ? "-"
        : point.Summary.OpenLoop is { IsOverloaded: true } ? "overloaded"
        : "n too small";

    public static ResultTable Of(ExperimentDefinition definition, RunSpec spec, IReadOnlyList<PointRecord> points) => new()
    {
        Headline = new(definition, spec),
        Metrics = [.. definition.Metrics.Where(metric => metric.InTables)],
        Factors = [.. definition.Parameters.Where(parameter =>
            parameter.Factor && spec.Parameters[parameter.Name] is JsonArray { Count: > 1 })],
        Groups = [.. LevelOrder.Of(spec, points).GroupBy(point => point.Levels.ToJsonString())
            .Select(group => group.OrderBy(point => point.Repetition).ToArray())],
        Flags = [.. points.SelectMany(point => point.Result?.Flags ?? []).Distinct().Order()],
        Reasons = PointRemarks.FirstReasons(points),
        Remarks = PointRemarks.Notes(points),
        Outcomes = [.. points.SelectMany(point => FailuresOf(point.Summary)).Select(failure => failure.Outcome).Distinct().Order()],
        FailureMessages = points.SelectMany(point => point.Summary?.FailureMessages ?? [])
            .GroupBy(message => message.Key)
            .ToDictionary(messages => messages.Key, messages => messages.First().Value),
        Segments = SegmentText.Of(points),
        FollowUpMessage = points.Select(point => point.Summary?.FollowUpMessage).FirstOrDefault(message => !string.IsNullOrEmpty(message))
            ?? "",
    };

    /// <summary>Outcomes that are no success, with their counts.</summary>
    public static IEnumerable<(OperationOutcome Outcome, long Count)> FailuresOf(OperationSummary? summary) =>
        (summary?.Outcomes ?? []).Where(outcome => outcome.Key != OperationOutcome.Ok && outcome.Value > 0)
            .Select(outcome => (outcome.Key, outcome.Value));

    /// <summary>Operations that succeeded.</summary>
    public static long SuccessesOf(OperationSummary summary) => summary.Outcomes.GetValueOrDefault(OperationOutcome.Ok);
}
