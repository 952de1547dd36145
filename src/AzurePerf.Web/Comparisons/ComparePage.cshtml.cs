using AzurePerf.Core.Access;
using AzurePerf.Core.Api;
using AzurePerf.Core.Comparisons;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Reports.Documents;
using AzurePerf.Core.Results;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Texts;
using AzurePerf.Storage.Baselines;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Access;
using AzurePerf.Web.Charts;
using AzurePerf.Web.Runs;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Comparisons;

/// <summary>Compares runs with a first one: <c>/compare?runs=a,b,c</c>, or <c>baseline=a&amp;candidate=b</c> as in the API.</summary>
internal sealed class ComparePage(
    ExperimentCatalogue experiments, RunReader reader, BaselineStore baselines, RunsInTurns turns, AuditTrail audit,
    IIdSource newIds) : PageModel
{
    /// <summary>Runs that one page takes.</summary>
    public const int MostRuns = 8;

    /// <summary>The newest runs, among which those that can be compared are looked for.</summary>
    public const int Searched = 200;

    private const int Offered = 20;
    private const string RerunAction = "POST /compare?handler=Rerun";
    private static readonly string[] Parameters = ["baseline", "runs", "candidate"];

    /// <summary>What the first run is compared with each other one by; the latter in the order of the address.</summary>
    public IReadOnlyList<ComparisonResponse> Comparisons => Group?.Comparisons ?? [];

    /// <summary>The same with the words for it; null as long as nothing is compared.</summary>
    public ComparedGroup? Group { get; private set; }

    /// <summary>Rows of the table.</summary>
    public CompareTable? Table { get; private set; }

    /// <summary>The runs' curves; null where nothing varies that could be an axis.</summary>
    public ChartSet? Charts { get; private set; }

    /// <summary>What is compared, in words.</summary>
    public string MetricLabel => Group?.Metric.Label ?? "";

    /// <summary>Which end of the axis of changes is which.</summary>
    public string Ends => Comparisons[0] is { HigherIsBetter: true } first
        ? $"{Word(ComparisonVerdict.Regressed, first)} ← → {Word(ComparisonVerdict.Improved, first)}"
        : $"{Word(ComparisonVerdict.Improved, Comparisons[0])} ← → {Word(ComparisonVerdict.Regressed, Comparisons[0])}";

    /// <summary>Named runs that have not ended; while there are any, nothing is compared.</summary>
    public IReadOnlyList<RunState> Open { get; private set; } = [];

    /// <summary>How both runs can be measured once more; null where that is not offered.</summary>
    public RerunOffer? Rerun { get; private set; }

    /// <summary>What is wrong with fields of the form.</summary>
    public IReadOnlyList<SpecFault> Wrong { get; private set; } = [];

    /// <summary>What is wrong otherwise with the address or with a run of it.</summary>
    public IReadOnlyList<string> Faults { get; private set; } = [];

    /// <summary>Ids as asked for, the baseline first.</summary>
    public IReadOnlyList<string> Ids { get; private set; } = [];

    /// <summary>True when the address leaves the order to the runs' age, as that of ticked runs does.</summary>
    public bool OldestIsFirst { get; private set; }

    /// <summary>The run that others are compared with; null as long as none is named.</summary>
    public RunState? Baseline { get; private set; }

    /// <summary>Ended runs of the same experiment that can be added.</summary>
    public IReadOnlyList<RunListItem> Others { get; private set; } = [];

    /// <summary>Baselines to hold a run against: that of its experiment and target, or all while none is named.</summary>
    public IReadOnlyList<BaselineResponse> Marked { get; private set; } = [];

    public string Metric { get; private set; } = "";

    /// <summary>What runs can be compared by: the metrics of the baseline's experiment; of all while none is named.</summary>
    public IReadOnlyList<(string Name, string Words)> Metrics => experiments.Find(Baseline?.Spec.Experiment ?? "") is { } definition
        ? [.. definition.Metrics.Select(metric => (metric.Name, $"{metric.Label}, {MetricText.Unit(metric.Unit)}"))]
        : [.. experiments.MetricNames.Select(name => (name, name))];

    /// <summary>Of the baseline's experiment.</summary>
    public IReadOnlyList<ParameterDefinition> ExperimentParameters => experiments.Find(Baseline?.Spec.Experiment ?? "")?.Parameters ?? [];

    public string Margin { get; private set; } = "";

    public string Across { get; private set; } = "";

    public async Task OnGetAsync()
    {
        var named = Named();
        var byAge = Request.Query["first"] == "oldest";
        // Which is the oldest is not known before all are read: rather none than another baseline.
        Ids = byAge && named.Count > MostRuns ? [] : [.. named.Take(MostRuns)];
        ReadRule();
        var faults = new List<string>();
        if (named.Count > MostRuns)
        {
            faults.Add(
                $"{NumberFormat.Count(named.Count)} runs are named, of which a comparison takes {MostRuns}: "
                    + (byAge ? "tick fewer" : "left out are " + string.Join(", ", named.Skip(MostRuns))));
        }

        var found = new List<RunResults>();
        foreach (var id in Ids)
        {
            if (await reader.FindSideAsync(id, HttpContext.RequestAborted) is { } run)
            {
                found.Add(run);
            }
            else
            {
                faults.Add($"there is no run with the id {id}");
            }
        }

        OldestIsFirst = byAge && found.Count > 1;
        if (OldestIsFirst)
        {
            found = [.. found.OrderBy(one => one.Run.SubmittedAt)];
            Ids = [.. found.Select(one => one.Run.RunId), .. Ids.Except(found.Select(one => one.Run.RunId))];
        }

        Baseline = found.FirstOrDefault()?.Run;
        Open = [.. found.Select(one => one.Run).Where(run => !run.Status.IsTerminal())];
        if (Baseline is not null && found.Count > 1 && Open.Count == 0)
        {
            Compare(found, faults);
            // To measure both again would not make incomparable runs comparable.
            var comparable = Comparisons.Any(one => one.Answer is not { Verdict: ComparisonVerdict.NotComparable });
            Rerun = found.Count == 2 && Group is not null && comparable && HttpContext.Caller().Scope >= AccessScope.Submit
                ? new(newIds.NewId(), turns.Obstacle(Baseline, found[1].Run) ?? "")
                : null;
        }

        if (found.Count < 2)
        {
            var listed = await reader.ListAsync(Searched, HttpContext.RequestAborted);
            Marked = await MarkedAsync();
            Others = [.. listed.Where(run =>
                run.Status.IsCompleted() && run.Id != Baseline?.RunId
                    && run.Repetitions is 0 or >= ComparisonRule.MinimumRepetitions
                    && (Baseline is null || run.Experiment == Baseline.Spec.Experiment))
                .Take(Offered)];
        }

        Faults = faults;
        Response.StatusCode = faults.Count + Wrong.Count > 0 ? StatusCodes.Status400BadRequest : StatusCodes.Status200OK;
    }

    /// <summary>What tells the page from other comparisons.</summary>
    public string Title => Wrong.Count > 0 ? "Correct the comparison"
        : Comparisons is [var only] ? $"{only.Candidate.Title} against {only.Baseline.Title}"
        : Comparisons is [var first, ..] ? $"{NumberFormat.Counted(Comparisons.Count, "run")} against {first.Baseline.Title}"
        : Baseline is { Spec: var spec } ? $"Compare: {(spec.Name.Length > 0 ? spec.Name : spec.Experiment)}"
        : "Compare";

    /// <summary>This page, with nothing that does not matter.</summary>
    public string Address => Of(Group!.Runs.Select(run => run.Id));

    /// <summary>A comparison by the same rule, as JSON.</summary>
    public string Data(ComparisonResponse comparison) =>
        $"/api/v1/compare?baseline={comparison.Baseline.Id}&candidate={comparison.Candidate.Id}"
            + ComparisonExport.RuleOf(Metric, Margin, Across);

    /// <summary>Where both are measured once more, to be compared by the same rule.</summary>
    public string RerunAddress => "/compare?handler=Rerun&" + ComparisonExport.QueryOf(Ids, Metric, Margin, Across);

    /// <summary>Settings that stand in the way of a verdict; null for none.</summary>
    public AllowedDifferences? Allowable => AllowedDifferences.Of(Comparisons);

    /// <summary>This page, with settings that may differ.</summary>
    public string Allowing(AllowedDifferences allowed) => "/compare?" + ComparisonExport.QueryOf(
        Ids, Metric, Margin, string.Join(',', Across.Split(',', StringSplitOptions.RemoveEmptyEntries).Union(allowed.Words)));

    /// <summary>The same as a file.</summary>
    /// <param name="format">html or md.</param>
    public string Export(string format) => ComparisonExport.Address(format, Group!.Runs.Select(run => run.Id), Metric, Margin, Across);

    /// <summary>Measures both runs once more, in parts that take turns.</summary>
    public async Task<IActionResult> OnPostRerunAsync(string? key)
    {
        ReadRule();
        var named = Named();
        var found = new List<RunState>();
        foreach (var id in named.Count == 2 ? named : [])
        {
            if (await reader.FindSideAsync(id, HttpContext.RequestAborted) is { } side)
            {
                found.Add(side.Run);
            }
        }

        if (found.Count != 2 || !IdText.IsValid(key))
        {
            AuditTrail.NoteNothing(HttpContext);
            return NotFound();
        }

        AuditTrail.NoteSubject(HttpContext, key!);
        var submitted = turns.Obstacle(found[0], found[1]) is { } obstacle
            ? new("", 0, [new("", obstacle)])
            : await turns.SubmitAsync(found[0], found[1], HttpContext.Caller().Name, key!, HttpContext.RequestAborted);
        if (submitted.Runs.Length > 0)
        {
            return Redirect("/compare?" + ComparisonExport.QueryOf(submitted.Runs.Split(','), Metric, Margin, Across));
        }

        if (submitted.Parts > 0)
        {
            // By its status the answer changed nothing; those parts are there.
            await audit.AppendAsync(HttpContext, HttpContext.Caller(), RerunAction, key!, AuditOutcome.Failed);
        }

        await OnGetAsync();
        Faults = [.. Faults, submitted.Complaint(key!)];
        Response.StatusCode = StatusCodes.Status422UnprocessableEntity;
        return Page();
    }

    /// <summary>The address with one more run.</summary>
    public string With(string id) => Of(Ids.Append(id));

    /// <summary>The address with another baseline.</summary>
    public string Against(string id) => Of(Ids.Where(one => one != id).Prepend(id));

    /// <summary>What people read beside the field of a fault; empty where it is of none.</summary>
    public static string LabelOf(SpecFault fault) => fault.Path switch
    {
        "metric" => "Metric",
        "margin" => "Ignore changes up to (share)",
        "across" => "Ignore differences in",
        _ => "",
    };

    /// <summary>True when a difference of a kind is allowed, because it is what the comparison is about.</summary>
    public bool IsAcross(string word) => Across.Split(',').Contains(word);

    /// <summary>The address with a baseline before the run that is named.</summary>
    public string Under(BaselineResponse marked) => Of(Ids.Prepend(marked.RunId));

    /// <summary>The address of other runs, compared by the same rule.</summary>
    private string Of(IEnumerable<string> runs) => "/compare?" + ComparisonExport.QueryOf(runs, Metric, Margin, Across);

    /// <summary>By what, and how strictly, the address asks to compare.</summary>
    private void ReadRule()
    {
        Metric = Request.Query["metric"].ToString();
        Margin = Request.Query["margin"].ToString();
        Across = string.Join(",", Request.Query["across"].Where(word => !string.IsNullOrEmpty(word)));
    }

    private async Task<BaselineResponse[]> MarkedAsync() => Baseline is null
        ? [.. (await baselines.ListAsync(HttpContext.RequestAborted)).Baselines.Take(Offered)]
        : await baselines.FindAsync(BaselineSubject.Of(Baseline), HttpContext.RequestAborted) is { } marked
            && marked.RunId != Baseline.RunId ? [marked]
        : [];

    private IReadOnlyList<string> Named() => NamedRuns.Of(Parameters.SelectMany(name => Request.Query[name]));

    private void Compare(List<RunResults> found, List<string> faults)
    {
        var compared = ComparedRuns.Of(experiments, found, Metric, Margin, Across);
        Wrong = [.. compared.Wrong.Where(fault => LabelOf(fault).Length > 0)];
        faults.AddRange(compared.Faults.Except(Wrong.Select(fault => fault.Clause())).Except(faults));
        Group = compared.Group;
        Charts = compared.Charts;
        Table = Group is { } group ? CompareTable.Of(group) : null;
    }

    private static string Word(ComparisonVerdict verdict, ComparisonResponse comparison) => ComparisonText.Of(verdict, comparison.Quantity);
}

/// <summary>Measuring both runs of a comparison once more.</summary>
/// <param name="Key">Of the form, so that sending it twice submits the parts once.</param>
/// <param name="Obstacle">Why it cannot be, as a clause; empty when it can.</param>
internal sealed record RerunOffer(string Key, string Obstacle);
