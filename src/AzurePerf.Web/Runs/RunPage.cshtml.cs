using System.Globalization;
using System.Text.Json.Nodes;
using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Charts;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Criteria;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Experiments.Images;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Reports;
using AzurePerf.Core.Reports.Sections;
using AzurePerf.Core.Results.Published;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Sections;
using AzurePerf.Core.Texts;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Charts;
using AzurePerf.Web.Experiments;
using AzurePerf.Web.Live;
using AzurePerf.Web.Pages;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Runs;

/// <summary>One run: where it stands, what happened, and what was measured so far.</summary>
internal sealed class RunPage(ExperimentCatalogue experiments, LiveReader reader, RunCancellation cancellation, BaselineStore baselines,
    BaselineStandings standings, RunStore runs, IIdSource ids, TimeProvider time) : PageModel
{
    /// <summary>Ends without a result that are in sight without unfolding more.</summary>
    public const int EndsAtOnce = 10;

    /// <summary>Events that take their own height; more of them scroll.</summary>
    public const int EventsAtOnce = 16;

    /// <summary>Points that have a row each without being asked for.</summary>
    public const int PointsAtOnce = 60;

    /// <summary>Runs behind this one that are named.</summary>
    private const int NamedBehind = 3;

    /// <summary>Combinations of levels that are listed.</summary>
    public const int MostConfigurations = 200;

    public RunResponse Run { get; private set; } = null!;

    /// <summary>Null for a run without experiment, which only cleans up.</summary>
    public ExperimentDefinition? Definition { get; private set; }

    /// <summary>Null for a run that measures no points.</summary>
    public ResultTable? Results { get; private set; }

    /// <summary>What is said of what it measured.</summary>
    public IReadOnlyList<ReportSection> Sections { get; private set; } = [];

    /// <summary>A row per configuration; null while nothing was measured.</summary>
    public SectionTable? Summary { get; private set; }

    /// <summary>The numbers that it is judged by; none while it is open.</summary>
    public IReadOnlyList<RunTile> Tiles { get; private set; } = [];

    /// <summary>How it stands to its criteria; null before its end, and without any.</summary>
    public CriteriaReport? Criteria { get; private set; }

    /// <summary>What failed first in a run that ended with errors; empty of any other.</summary>
    public string FirstFailure { get; private set; } = "";

    /// <summary>What to do with it now; empty for nothing.</summary>
    public string Next { get; private set; } = "";

    /// <summary>What must be known before its results are believed.</summary>
    public IReadOnlyList<RunCaution> Cautions { get; private set; } = [];

    /// <summary>True when the rows of the single points were asked for, or they were sorted.</summary>
    public bool PointsAsked { get; private set; }

    /// <summary>True when each point has a row: they are few, or were asked for.</summary>
    public bool ShowsPoints => PointsAsked || Results?.Groups.Sum(group => group.Count) <= PointsAtOnce;

    /// <summary>Parts of the page with their addresses inside it, as far as there are any.</summary>
    public IEnumerable<(string Name, string Id)> Anchors
    {
        get
        {
            var charts = Charts?.Charts.Charts ?? [];
            var overTime = charts.FirstOrDefault(chart => chart.OfOneLevel || chart.Id == "series");
            (string, string?)[] anchors =
            [
                ("Charts", charts.Count > 0 ? "charts-heading" : null),
                ("Distribution", Address(charts.FirstOrDefault(chart => chart.Id.EndsWith("distribution", StringComparison.Ordinal)))),
                ("Over time", overTime is { OfOneLevel: true } && Charts!.Charts.Levels.Count > 1 ? "choose-level" : Address(overTime)),
                ("Results", Results is null ? null : "results-heading"),
                ("Diagnostics", "diagnostics-heading"),
                ("Settings", "settings-heading"),
            ];
            return anchors.Where(anchor => anchor.Item2 is not null).Select(anchor => (anchor.Item1, anchor.Item2!));

            static string? Address(Chart? chart) => chart is null ? null : "chart-" + chart.Id;
        }
    }

    /// <summary>Null for a run that measures no points.</summary>
    public ChartSection? Charts { get; private set; }

    public IReadOnlyList<RunEvent> Events { get; private set; } = [];

    public bool IsOpen => !Run.Status.IsTerminal();

    /// <summary>True when a stage of it measures points, which can be compared and have a trend.</summary>
    public bool MeasuresPoints => Definition is not { IsBag: true } && RunText.MeasuresPoints(Run);

    /// <summary>Where what happens after this page was made can be followed.</summary>
    public string EventsAddress =>
        string.Create(
            CultureInfo.InvariantCulture, $"{RunsApi.AddressOf(Run.Id)}/events?after={(Events.Count > 0 ? Events[^1].Sequence : 0)}");

    /// <summary>True when it has listed the images that it made.</summary>
    public bool HasImages => Run.Spec.Experiment == ModisPipelineOptions.Definition.Id
        && Run.Stages.Any(stage => stage is { Name: ImageStages.Manifest, Done: > 0 });

    /// <summary>True when the run's reason says what it waits for.</summary>
    public bool Waits => Run.Status.Waits(Run.Reason);

    /// <summary>When the page was made.</summary>
    public DateTimeOffset Now { get; } = time.GetUtcNow();

    /// <summary>Runs that cannot begin before this one, which waits, goes on and ends; newest first.</summary>
    public IReadOnlyList<RunListItem> Behind { get; private set; } = [];

    /// <summary>The oldest of them, and how many more there are.</summary>
    public string BehindNames => string.Join(", ", Behind.Reverse().Take(NamedBehind).Select(RunRows.Called))
        + (Behind.Count > NamedBehind ? $" and {NumberFormat.Count(Behind.Count - NamedBehind)} more" : "");

    /// <summary>Why a run failed or was cancelled; empty for any other, and where nothing is known.</summary>
    public string EndedBecause => Run.Status is RunStatus.Failed or RunStatus.Cancelled or RunStatus.CompletedWithErrors ? Run.Reason : "";

    public bool CanCancel => Run.Status is RunStatus.Accepted or RunStatus.Running && Actions.MayChange;

    /// <summary>What whoever looks at it may do with it.</summary>
    public RunActions Actions { get; private set; } = null!;

    /// <summary>True when there is something to read about it, or somebody who may write it.</summary>
    public bool HasNotes => Run.Tags.Count > 0 || Run.Notes.Count > 0 || Actions.MayChange;

    /// <summary>What goes on just now, in numbers; empty while nothing is known.</summary>
    public IReadOnlyList<(string Name, string Value)> LiveFigures => RunFacts.Live(Run, Results);

    /// <summary>Where and with what its points were measured.</summary>
    public IReadOnlyList<(string Name, string Value)> Environment => RunFacts.Environment(Results);

    /// <param name="id">The run.</param>
    /// <param name="configuration">Which configuration the charts over time show.</param>
    /// <param name="points">"all" for a row per point, however many there are.</param>
    public async Task<IActionResult> OnGetAsync(string id, int? configuration = null, string? points = null)
    {
        if (!IdText.IsValid(id) || await reader.WatchAsync(id, HttpContext.RequestAborted) is not { } run)
        {
            return NotFound();
        }

        Run = run;
        Definition = experiments.Find(run.Spec.Experiment);
        var missing = 0;
        var canBeBaseline = false;
        PointListResponse? derived = null;
        var (noted, found) = (reader.EventsAsync(id, HttpContext.RequestAborted),
            MeasuresPoints || run.Points > 0 ? reader.ResultsAsync(id, HttpContext.RequestAborted) : Task.FromResult<RunResults?>(null));
        await Task.WhenAll(noted, found);
        Events = await noted;
        var results = await found;
        if (results is not null && (!MeasuresPoints || Definition is not null))
        {
            derived = results.ToPoints();
            Sections = derived.Sections;
            Criteria = derived.Criteria;
            canBeBaseline = BaselineFitness.ObstacleOf(run.Status, results.Measured) is null;
            var charts = results.ToCharts(configuration);
            // One that the run does not have is that which is shown in its place.
            var asked = configuration is null ? null : charts.Level ?? configuration;
            Charts = MeasuresPoints || derived.Points.Count > 0 ? new(charts, asked, IsOpen) : null;
            if (MeasuresPoints)
            {
                missing = !IsOpen && RunRetry.TakesPart(Definition!, results.Run.Spec)
                    ? RunRetry.Missing(results.Run, results.Points).Count
                    : 0;
                Results = ResultTable.Of(Definition!, run.Spec, derived.Points).Sorted(columns => TableSort.Of(Request, columns));
                Summary = derived.Points.Count > 0 ? ResultSection.Of(Definition!, run.Spec, derived.Points).Tables[0] : null;
                PointsAsked = points == "all" || Results.Sort.Column.Length > 0;
            }
        }

        Actions = await ActionsAsync(missing, canBeBaseline);
        var baseline = IsOpen || Results is null
            ? null
            : await standings.CompareAsync(results!, Actions.Baseline, HttpContext.RequestAborted);
        (_, _, Tiles, Cautions) = RunSummaryResponse.Of(run, Results is null ? null : results!.Measured, derived, baseline);
        FirstFailure = run.Status == RunStatus.CompletedWithErrors && results is not null
            ? Core.Reports.FirstFailure.Of(results.Points)
            : "";
        Next = run.Wait is { } wait
            ? WaitText.Next(wait)
            : NextStep.Of(run.Status, run.Spec.Repetitions, missing, baseline, Criteria?.Verdict);
        Behind = run is { Wait: not null, Status: not RunStatus.Accepted, LetsOthersGoFirst: false } && Definition is { Target: not null }
            ? await BehindAsync(HttpContext.RequestAborted)
            : [];
        return Page();
    }

    public async Task<IActionResult> OnPostCancelAsync([FromRoute] string id)
    {
        var outcome = IdText.IsValid(id)
            ? await cancellation.RequestAsync(id, RunCancellationReason.ByUser, HttpContext.RequestAborted)
            : CancellationOutcome.NotFound;
        reader.Outdate(id);
        if (outcome == CancellationOutcome.AlreadyEnded)
        {
            AuditTrail.NoteNothing(HttpContext);
        }

        // A run that ended meanwhile needs no complaint: its page says how it ended.
        return outcome == CancellationOutcome.NotFound ? NotFound() : Redirect("/runs/" + id);
    }

    /// <summary>Measuring runs go one after the other: those that have not begun wait for the one that has.</summary>
    private async Task<IReadOnlyList<RunListItem>> BehindAsync(CancellationToken cancellationToken)
    {
        var found = new List<RunListItem>();
        foreach (var month in RunIndexKey.RecentMonths(Now))
        {
            found.AddRange(await runs.ListOpenAsync(month, cancellationToken)
                .Select(entry => entry.Item)
                .OfType<RunListItem>()
                .Where(other => other.Id != Run.Id && other.Status == RunStatus.Accepted
                    && experiments.Find(other.Experiment) is { Target: not null })
                .ToArrayAsync(cancellationToken));
        }

        return found;
    }

    private async Task<RunActions> ActionsAsync(int missing, bool canBeBaseline)
    {
        var caller = HttpContext.Caller();
        var baseline = IsOpen || !MeasuresPoints
            ? null
            : await baselines.FindAsync(new(Run.Spec.Target, Run.Spec.Experiment, Run.Sample), HttpContext.RequestAborted);
        return new(
            caller.Scope >= AccessScope.Submit,
            caller.MayChange(Run.Owner),
            missing,
            canBeBaseline || baseline?.RunId == Run.Id,
            baseline,
            ids.NewId());
    }

    /// <summary>From the begin to the end, or until now.</summary>
    public TimeSpan? DurationOf() => RunDuration.Of(Run.SubmittedAt, Run.StartedAt, Run.EndedAt, time.GetUtcNow());

    /// <summary>From the opening of a stage to its end, or until now.</summary>
    public TimeSpan? DurationOf(StageResponse stage) => StageText.DurationOf(stage, Run.EndedAt ?? time.GetUtcNow());

    /// <summary>A combination in words: only factors that vary tell it from the others.</summary>
    public string LevelsOf(ConfigurationEngineResponse kind) => string.Join(", ", Definition!.Parameters
        .Where(parameter => parameter.Factor && Run.Spec.Parameters[parameter.Name] is JsonArray { Count: > 1 })
        .Select(parameter => $"{parameter.Name} {ParameterText.Value(parameter, kind.Levels[parameter.Name])}"));
}

/// <summary>What whoever looks at a run may do with it.</summary>
/// <param name="MaySubmit">Make new runs from it.</param>
/// <param name="MayChange">Change it: it is the reader's own, or the reader is an administrator.</param>
/// <param name="Missing">Points that a retry would measure; 0 where none can be retried.</param>
/// <param name="CanBeBaseline">It has what a comparison needs, or is the baseline now.</param>
/// <param name="Baseline">The baseline of its experiment and target; null for none.</param>
/// <param name="Key">Of the page's forms, so that a button pressed twice starts one run.</param>
internal sealed record RunActions(bool MaySubmit, bool MayChange, int Missing, bool CanBeBaseline, BaselineResponse? Baseline, string Key);
