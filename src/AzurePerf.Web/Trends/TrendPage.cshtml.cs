using System.Text.Json.Nodes;
using AzurePerf.Core.Experiments;
using AzurePerf.Core.Schedules;
using AzurePerf.Core.Trends;
using AzurePerf.Storage.Schedules;
using AzurePerf.Web.Charts;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Trends;

/// <summary>One figure over many runs: those of a schedule, or those that asked for the same as a run.</summary>
internal sealed class TrendPage(TrendReader reader, ScheduleStore schedules) : PageModel
{
    private TrendSubject? _subject;

    /// <summary>Null as long as nothing is asked for, or nothing was measured.</summary>
    public Trend? Trend { get; private set; }

    public IReadOnlyList<TrendRun> Runs => _subject?.Runs ?? [];

    /// <summary>What tells a run from the others: its name, or its id where another one has that name too.</summary>
    public string TitleOf(string runId) =>
        Runs.First(run => run.RunId == runId).Name is { Length: > 0 } name && Runs.Count(run => run.Name == name) == 1 ? name : runId;

    /// <summary>What may be missing; empty where all runs were looked at.</summary>
    public string Note => _subject?.Note ?? "";

    /// <summary>Configurations that there is a trend of.</summary>
    public IReadOnlyList<JsonObject> Configurations => _subject?.Configurations ?? [];

    /// <summary>What the runs have in common, for the heading.</summary>
    public string Subject => _subject?.Title ?? "";

    /// <summary>Catalogue id.</summary>
    public string Experiment => _subject?.Experiment ?? "";

    /// <summary>Of the experiment.</summary>
    public IReadOnlyList<ParameterDefinition> Parameters => _subject?.Parameters ?? [];

    /// <summary>The run that others are like.</summary>
    public string RunId => _subject?.RunId ?? "";

    /// <summary>True where also the seed, and so every random draw, is the same.</summary>
    public bool IsSamePlan => _subject?.IsSamePlan ?? false;

    public string Fault { get; private set; } = "";

    /// <summary>Schedules to choose from, while none is chosen.</summary>
    public IReadOnlyList<Schedule> Offered { get; private set; } = [];

    /// <summary>True when nothing was asked for.</summary>
    public bool IsChoice => _subject is null && Fault.Length == 0;

    /// <summary>Factors with more than one level.</summary>
    public IReadOnlyCollection<string> Varying => _subject?.Varying ?? [];

    /// <summary>Of the trend.</summary>
    public ChartSet Charts => TrendCharts.Of(_subject!, Trend);

    public async Task OnGetAsync(string? schedule, string? run, string? same, string? configuration)
    {
        if (schedule is { Length: > 0 })
        {
            _subject = await reader.OfScheduleAsync(schedule, HttpContext.RequestAborted);
            Fault = _subject is null ? "there is no schedule with this id" : "";
        }
        else if (run is { Length: > 0 })
        {
            _subject = await reader.OfRunAsync(run, same == TrendAddress.SamePlan, HttpContext.RequestAborted);
            Fault = _subject is null ? "there is no run with this id" : "";
        }
        else
        {
            Offered = [.. (await schedules.ListAsync(HttpContext.RequestAborted).ToArrayAsync(HttpContext.RequestAborted))
                .Select(entry => entry.Schedule).OfType<Schedule>()];
        }

        var levels = configuration is { Length: > 0 } ? _subject?.Find(configuration) : null;
        if (_subject is not null && levels is null && configuration is { Length: > 0 })
        {
            Fault = "no run here measured this configuration";
        }

        Trend = Fault.Length > 0 ? null : _subject?.Of(levels);
        Response.StatusCode = Fault.Length > 0 ? StatusCodes.Status404NotFound : StatusCodes.Status200OK;
    }

    /// <summary>This page for another configuration.</summary>
    public string Address(JsonObject levels) => "/trends" + TrendAddress.QueryOf(_subject!, levels);

    /// <summary>The page as a file.</summary>
    /// <param name="format">html or md.</param>
    public string Export(string format) => $"{DataAddress(TrendExport.Address)}&format={format}";

    /// <summary>The same values as a file or for a program.</summary>
    public string DataAddress(string path) => path + TrendAddress.QueryOf(_subject!, Trend!.Levels);
}
