using AzurePerf.Core.Executions.Outcomes;
using AzurePerf.Storage.Executions;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Reports;

/// <summary>How executions ended, day by day and by experiment, beside what was published.</summary>
internal sealed class OutcomesPage(OutcomeReader reader) : PageModel
{
    public static IReadOnlyList<int> Periods { get; } = [1, OutcomeReader.DefaultDays, 30, OutcomeReader.MostDays];

    public OutcomeReport Report { get; private set; } = null!;

    public int Days { get; private set; }

    /// <summary>What is wrong with the period asked for; empty when nothing is.</summary>
    public string Fault { get; private set; } = "";

    /// <summary>The right end of the bars.</summary>
    public double Scale { get; private set; }

    /// <summary>Causes met here that Table 2 does not have.</summary>
    public IEnumerable<CauseShare> OwnCauses => Report.All.Causes.Where(cause => Report.Published.All(row => row.Cause != cause.Cause));

    public async Task<IActionResult> OnGetAsync(string? days)
    {
        var (count, fault) = ReportDays.Read(days);
        Days = count;
        Fault = fault is null ? "" : $"{fault.Path} {fault.Message}; the last {count} days are shown";
        Report = await reader.ReadAsync(count, HttpContext.RequestAborted);
        Scale = ShareBar.ScaleFor(Report.Days.Select(day => day.All.TimedOut), Report.PublishedTimedOut);
        Response.StatusCode = fault is null ? StatusCodes.Status200OK : StatusCodes.Status400BadRequest;
        return Page();
    }
}
