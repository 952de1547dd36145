using System.ComponentModel;
using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.AspNetCore.Mvc;

namespace AzurePerf.Web.Runs;

/// <summary>What the list of runs is asked for.</summary>
/// <param name="Filter">Which runs.</param>
/// <param name="Limit">How many at most.</param>
/// <param name="From">Where the page before ended; null for the newest.</param>
internal sealed record RunListQuery(RunFilter Filter, int Limit, RunCursor? From)
{
    public const int DefaultLimit = 50;
    public const int LargestLimit = 200;

    /// <summary>Words for states: those of the API.</summary>
    public static IReadOnlyList<string> States { get; } = [RunStateWords.Open, RunStateWords.Ended, .. RunStateWords.OfOneState];

    /// <summary>The query, or null with everything that is wrong with it.</summary>
    public static (RunListQuery? Query, IReadOnlyList<SpecFault> Faults) Read(RunListParameters asked)
    {
        var faults = new List<SpecFault>();
        var limit = DefaultLimit;
        if (asked.Limit is not null
            && (!int.TryParse(asked.Limit, NumberStyles.None, CultureInfo.InvariantCulture, out limit) || limit is < 1 or > LargestLimit))
        {
            faults.Add(new("limit", $"must be a whole number from 1 to {LargestLimit}"));
        }

        var from = asked.Cursor is null ? null : RunCursor.Parse(asked.Cursor);
        if (asked.Cursor is not null && from is null)
        {
            faults.Add(new("cursor", "must be taken from the next member of a page"));
        }

        var filter = new RunFilter
        {
            Statuses = ReadStatuses(asked.State, faults),
            Experiments = Listed(asked.Experiment),
            Target = Given(asked.Target),
            Owner = Given(asked.Owner),
            Tags = [.. (asked.Tag ?? []).Where(tag => tag.Length > 0).Select(ReadTag)],
            Text = Given(asked.Text?.Trim()),
        };
        if (filter.Tags.Count > SpecLimits.Tags)
        {
            faults.Add(new("tag", $"may be given {SpecLimits.Tags} times"));
        }

        return faults.Count > 0 ? (null, faults) : (new(filter, limit, from), []);
    }

    /// <summary>The same query for the page that begins at a place.</summary>
    public static string AddressOfNext(HttpRequest request, RunCursor next) => AddressOf(request, next);

    /// <summary>The same query for the page with the newest.</summary>
    public static string AddressOfFirst(HttpRequest request) => AddressOf(request, null);

    private static string AddressOf(HttpRequest request, RunCursor? place)
    {
        var query = new QueryBuilder(
            request.Query.Where(pair => !pair.Key.Equals("cursor", StringComparison.OrdinalIgnoreCase))
                .SelectMany(pair => pair.Value, (pair, value) => KeyValuePair.Create(pair.Key, value ?? "")));
        if (place is { } from)
        {
            query.Add("cursor", from.ToString());
        }

        return request.Path + query.ToQueryString().Value;
    }

    /// <summary>An empty field of a form asks for nothing.</summary>
    private static string? Given(string? text) => string.IsNullOrEmpty(text) ? null : text;

    private static string[] Listed(string? text) =>
        (text ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);

    private static List<RunStatus> ReadStatuses(string? state, List<SpecFault> faults)
    {
        var statuses = new List<RunStatus>();
        foreach (var word in Listed(state))
        {
            if (RunStateWords.Find(word) is not { } found)
            {
                faults.Add(new(
                    "state",
                    $"must be a list of {string.Join(", ", RunStateWords.OfOneState)}, {RunStateWords.Open} and {RunStateWords.Ended}, "
                        + "separated by commas"));
                break;
            }

            statuses.AddRange(found);
        }

        return statuses;
    }

    private static KeyValuePair<string, string?> ReadTag(string text) =>
        text.Split('=', 2) is [var name, var value] ? new(name, value) : new(text, null);
}

/// <summary>The query of the list of runs, as sent.</summary>
internal sealed record RunListParameters
{
    [FromQuery(Name = "state")]
    [Description("States, or open or ended, separated by commas.")]
    public string? State { get; init; }

    [FromQuery(Name = "experiment")]
    [Description("Catalogue ids, separated by commas.")]
    public string? Experiment { get; init; }

    [FromQuery(Name = "target")]
    [Description("Name of the target.")]
    public string? Target { get; init; }

    [FromQuery(Name = "owner")]
    [Description("Who submitted it.")]
    public string? Owner { get; init; }

    [FromQuery(Name = "tag")]
    [Description("A tag, NAME or NAME=VALUE; repeated, all of them.")]
    public string[]? Tag { get; init; }

    [FromQuery(Name = "text")]
    [Description("A part of the name, the experiment or a tag's value, or the beginning of the id.")]
    public string? Text { get; init; }

    [FromQuery(Name = "limit")]
    [Description("Runs on a page, 1 to 200; 50 when left out.")]
    public string? Limit { get; init; }

    [FromQuery(Name = "cursor")]
    [Description("From the next member of the page before.")]
    public string? Cursor { get; init; }
}
