using System.Globalization;
using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Web.Pages;

namespace AzurePerf.Web.Runs;

/// <summary>A table of runs.</summary>
/// <param name="Caption">What they are.</param>
/// <param name="Runs">In the order in which they are shown, as long as nothing else is asked for.</param>
/// <param name="Sort">What was asked for.</param>
internal sealed record RunRows(string Caption, IReadOnlyList<RunListItem> Runs, TableSort Sort)
{
    /// <summary>What the table can be sorted by.</summary>
    public static IReadOnlyList<string> Columns { get; } = ["experiment", "state", "target", "owner", "submitted", "duration"];

    /// <summary>False where the order is fixed.</summary>
    public bool CanSort { get; init; }

    /// <summary>Who looks at them, where they can be ticked and cancelled; null where they are only read.</summary>
    public Caller? Reader { get; init; }

    /// <summary>How runs stand to their baselines, by id; null where that is not shown.</summary>
    public IReadOnlyDictionary<string, (BaselineResponse Baseline, BaselineStanding Standing)>? Standings { get; init; }

    /// <summary>The time of the reader, where ages are shown instead of times; null where times are.</summary>
    public DateTimeOffset? Now { get; init; }

    public IEnumerable<RunListItem> Sorted => Sort.Apply(Runs, run => Sort.Column switch
    {
        "experiment" => run.Experiment,
        "state" => run.Status.ToString(),
        "target" => run.Target,
        "owner" => run.Owner,
        "duration" => DurationOf(run),
        _ => run.SubmittedAt,
    });

    /// <summary>What people call a run among others: what it measures, and its name.</summary>
    public static string Called(RunListItem run) =>
        string.Create(CultureInfo.InvariantCulture,
            $"{run.Experiment}, {(run.Name.Length > 0 ? run.Name + ", " : "")}submitted {run.SubmittedAt:yyyy-MM-dd HH:mm:ss} UTC");

    /// <summary>Whether the reader can cancel a run from its row.</summary>
    public bool CanCancel(RunListItem run) => run.Status is RunStatus.Accepted or RunStatus.Running && Reader?.MayChange(run.Owner) == true;

    /// <summary>From its begin to its end; null before that.</summary>
    public static TimeSpan? DurationOf(RunListItem run) =>
        run.EndedAt is { } ended ? RunDuration.Of(run.SubmittedAt, run.StartedAt, ended, ended) : null;

    /// <summary>Where the headline was measured; factors of one level only are left to the run's page.</summary>
    /// <param name="experiments">The catalogue.</param>
    /// <param name="run">Whose headline it is.</param>
    public static string Levels(ExperimentCatalogue experiments, RunListItem run) => run.Headline is not { Configurations: > 1 } headline
        ? ""
        : Levels(experiments.Find(run.Experiment)?.Parameters ?? [], headline);

    private static string Levels(IReadOnlyList<ParameterDefinition> parameters, RunHeadline headline) =>
        LevelText.Of(parameters, headline.Levels,
            ["clients", .. parameters.Where(parameter => parameter.Factor && parameter.Unit == "B").Select(parameter => parameter.Name)]);
}
