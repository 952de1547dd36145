using System.ComponentModel;
using Microsoft.AspNetCore.Mvc;

namespace AzurePerf.Web.Trends;

/// <summary>Which trend is asked for, as sent.</summary>
internal sealed record TrendParameters(
    [property: FromQuery(Name = "schedule"), Description("Id of the schedule whose runs are meant; or run.")] string? Schedule,
    [property: FromQuery(Name = "run"), Description("Id of the run that the runs are like; or schedule.")] string? Run,
    [property: FromQuery(Name = "same"), Description("plan: with run, those with the same seed only.")] string? Same,
    [property: FromQuery(Name = "configuration"), Description("One of configurations, as JSON; left out, the best of the newest run.")] string? Levels);
