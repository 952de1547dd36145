using System.ComponentModel;
using Microsoft.AspNetCore.Mvc;

namespace AzurePerf.Web.Runs;

/// <summary>The query of the list of runs, as sent.</summary>
internal sealed record RunListParameters(
    [property: FromQuery(Name = "state"), Description("Statuses, or open or ended, separated by commas.")] string? State,
    [property: FromQuery(Name = "experiment"), Description("Catalogue ids, separated by commas.")] string? Experiment,
    [property: FromQuery(Name = "target"), Description("Name of the target.")] string? Target,
    [property: FromQuery(Name = "owner"), Description("Who submitted it.")] string? Owner,
    [property: FromQuery(Name = "tag"), Description("A tag, NAME or NAME=VALUE; repeated, all of them.")] string[]? Tag,
    [property: FromQuery(Name = "text"), Description("A part of the name, the experiment or a tag's value, or the beginning of the id.")] string? Text,
    [property: FromQuery(Name = "limit"), Description("Runs on a page, 1 to 200; 50 when left out.")] string? Limit,
    [property: FromQuery(Name = "cursor"), Description("From the next member of the page before.")] string? Cursor);
