using System.Text.Json.Nodes;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Schedules;
using AzurePerf.Core.Trends;
using AzurePerf.Storage.Rows;
using AzurePerf.Storage.Runs;
using AzurePerf.Storage.Schedules;
using AzurePerf.Storage.Trends;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Trends;

/// <summary>One figure over many runs: those of a schedule, or those that asked for the same as a run.</summary>
internal sealed class TrendPage(TrendStore trends, RunStore runs, ScheduleStore schedules) : PageModel
{
    /// <summary>The newest runs that are looked at.</summary>
    public const int MostRuns = 1_000;

    private const string SamePlan = "plan";

    /// <summary>Null as long as nothing is asked for, or nothing was measured.</summary>
    public Trend? Trend { get; private set; }

    public IReadOnlyList<TrendRun> Runs { get; private set; } = [];

    /// <summary>Combinations of levels that there is a trend of.</summary>
    public IReadOnlyList<JsonObject> Combinations { get; private set; } = [];

    /// <summary>What the runs have in common, for the heading.</summary>
    public string Subject { get; private set; } = "";

    /// <summary>Catalogue id.</summary>
    public string Experiment { get; private set; } = "";

    public Schedule? Schedule { get; private set; }

    /// <summary>The run that others are like.</summary>
    public string RunId { get; private set; } = "";

    /// <summary>True where also the seed, and so every random draw, is the same.</summary>
    public bool IsSamePlan { get; private set; }

    public string Fault { get; private set; } = "";

    /// <summary>Schedules to choose from, while none is chosen.</summary>
    public IReadOnlyList<Schedule> Offered { get; private set; } = [];

    /// <summary>True when nothing was asked for.</summary>
    public bool IsChoice => RunId.Length == 0 && Schedule is null && Fault.Length == 0;

    /// <summary>Factors with more than one level.</summary>
    public IReadOnlyCollection<string> Varying => [.. Combinations.SelectMany(levels => levels).GroupBy(level => level.Key).Where(values => values.Select(value => value.Value?.ToJsonString()).Distinct().Count() > 1).Select(values => values.Key)];

    public async Task OnGetAsync(string? schedule, string? run, string? same, string? levels)
    {
        if (schedule is { Length: > 0 })
        {
            await OfScheduleAsync(schedule);
        }
        else if (run is { Length: > 0 })
        {
            IsSamePlan = same == SamePlan;
            await OfRunAsync(run);
        }
        else
        {
            Offered = [.. (await schedules.ListAsync(HttpContext.RequestAborted).ToArrayAsync(HttpContext.RequestAborted)).Select(entry => entry.Schedule).OfType<Schedule>()];
        }

        Combinations = Trend.Combinations(Runs);
        if (Combinations.Count > 0)
        {
            Trend = Trend.Of(Runs, Chosen(levels));
        }

        Response.StatusCode = Fault.Length > 0 ? StatusCodes.Status404NotFound : StatusCodes.Status200OK;
    }

    /// <summary>This page for another combination.</summary>
    public string Address(JsonObject levels) => (Schedule is { } one ? "/trends?schedule=" + one.Id : "/trends?run=" + RunId + (IsSamePlan ? "&same=plan" : ""))
        + "&levels=" + Uri.EscapeDataString(Trend.KeyOf(levels));

    private async Task OfScheduleAsync(string id)
    {
        if (await FindScheduleAsync(id) is not { } found)
        {
            Fault = "there is no schedule with this id";
            return;
        }

        Schedule = found;
        Experiment = found.Experiment;
        Subject = $"{found.Experiment} by schedule {(found.Name.Length > 0 ? found.Name : found.Id)}";
        Runs = await ListAsync(found.Experiment, found.Target, one => one.ScheduleId == found.Id);
    }

    private async Task<Schedule?> FindScheduleAsync(string id)
    {
        try
        {
            return IdText.IsValid(id) ? await schedules.FindAsync(id, HttpContext.RequestAborted) : null;
        }
        catch (CorruptRowException)
        {
            // The list of schedules says what is wrong with it.
            return null;
        }
    }

    private async Task OfRunAsync(string id)
    {
        if (!IdText.IsValid(id) || await runs.FindAsync(id, HttpContext.RequestAborted) is not { } found)
        {
            Fault = "there is no run with this id";
            return;
        }

        RunId = id;
        Experiment = found.Spec.Experiment;
        Subject = $"{found.Spec.Experiment} as in {(found.Spec.Name.Length > 0 ? found.Spec.Name : id)}";
        var settings = TrendRun.SettingsOf(found.Spec);
        Runs = await ListAsync(found.Spec.Experiment, found.Spec.Target, one =>
            one.Sample == found.Sample && (IsSamePlan ? one.PlanHash.Length > 0 && one.PlanHash == found.PlanHash : one.Settings == settings));
    }

    private async Task<TrendRun[]> ListAsync(string experiment, string target, Func<TrendRun, bool> belongs)
    {
        var newest = await trends.ListAsync(experiment, target, HttpContext.RequestAborted).Take(MostRuns).ToArrayAsync(HttpContext.RequestAborted);
        return [.. newest.Where(belongs).Reverse()];
    }

    /// <summary>The combination that is asked for; else the newest run's best.</summary>
    private JsonObject Chosen(string? levels)
    {
        var asked = Combinations.FirstOrDefault(combination => Trend.KeyOf(combination) == levels);
        return asked ?? Runs.Select(run => run.Figures?.Headline?.Levels).LastOrDefault(best => best is not null) ?? Combinations[0];
    }
}
