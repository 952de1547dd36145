using System.ComponentModel;
using System.Globalization;
using AzurePerf.Core.Api;
using AzurePerf.Core.Ids;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Storage.Runs;
using AzurePerf.Web.Documents;
using AzurePerf.Web.Problems;
using AzurePerf.Web.Routes;
using Microsoft.AspNetCore.Http.Extensions;
using Microsoft.AspNetCore.Http.HttpResults;
using Microsoft.AspNetCore.Mvc;

namespace AzurePerf.Web.Runs.Tasks;

/// <summary>/api/v1/runs/{id}/tasks: the tasks of a run.</summary>
internal static class TasksApi
{
    private const string Stage = "stage";
    private const string Cursor = "cursor";
    private static readonly string[] Replaced = [Stage, Cursor];

    public static void MapTasks(this IEndpointRouteBuilder runs)
    {
        runs.MapGet("/{id}/tasks", ListAsync)
            .Explain("listTasks", "The tasks of one stage of a run, filtered and in pages.", ProblemTypes.InvalidRequest,
                ProblemTypes.NotFound);
        runs.MapGet("/{id}/tasks/{stage}/{number}", FindAsync)
            .Explain("getTask", "One task: what it is to do, each of its attempts, and what it brought.", ProblemTypes.NotFound);
    }

    /// <summary>The address of a page of the same list that begins at a place. It names the stage: the one that is chosen without a name
    /// may be another by then.</summary>
    /// <param name="request">Asked for a page of the list.</param>
    /// <param name="stage">Name of the stage that was listed.</param>
    /// <param name="place">Where the page begins.</param>
    public static string AddressOfNext(HttpRequest request, string stage, TaskPlace place)
    {
        var query = new QueryBuilder(
            request.Query.Where(pair => !Replaced.Contains(pair.Key, StringComparer.OrdinalIgnoreCase))
                .SelectMany(pair => pair.Value, (pair, value) => KeyValuePair.Create(pair.Key, value ?? "")))
        {
            { Stage, stage },
            { Cursor, place.ToString() },
        };
        return request.Path + query.ToQueryString().Value;
    }

    /// <summary>The list that a request asks for, or everything that is wrong with it; neither for a run that does not exist.</summary>
    public static async Task<(TaskListResponse? List, IReadOnlyList<SpecFault> Faults)> ReadAsync(
        RunTasks tasks, string id, TaskListWords words, CancellationToken cancellationToken)
    {
        var (query, faults) = TaskListQuery.Read(words, RunTasks.DefaultLimit, RunTasks.LargestLimit);
        if (query is null)
        {
            return (null, faults);
        }

        return (IdText.IsValid(id) ? await tasks.ListAsync(id, query, cancellationToken) : null) switch
        {
            null => (null, []),
            { List: { } list } => (list, []),
            var wrong => (null, [new(Stage, wrong.Fault)]),
        };
    }

    /// <summary>The task that an address names; null where its number is none.</summary>
    public static async Task<TaskFinding?> ReadTaskAsync(
        RunTasks tasks, string id, string stage, string number, CancellationToken cancellationToken) =>
        IdText.IsValid(id) && int.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out var wanted)
            ? await tasks.FindAsync(id, stage, wanted, cancellationToken)
            : null;

    private static async Task<Results<TaggedJson<TaskListResponse>, ProblemHttpResult>> ListAsync(
        HttpContext context, string id, [AsParameters] TaskListParameters asked, RunTasks tasks, CancellationToken cancellationToken)
    {
        var (list, faults) = await ReadAsync(tasks, id, asked.Words, cancellationToken);
        return faults.Count > 0 ? ApiProblem.From(context, ProblemTypes.InvalidRequest, faults)
            : list is null ? RunsApi.NoSuchRun(context)
            : TaggedJson<TaskListResponse>.Of(
                list with
                {
                    Next = list is { NextPlace: { } place, Stage.Name: { } name } ? AddressOfNext(context.Request, name, place) : null,
                });
    }

    private static async Task<Results<TaggedJson<TaskDetailResponse>, ProblemHttpResult>> FindAsync(
        HttpContext context, string id, string stage, string number, RunTasks tasks, CancellationToken cancellationToken) =>
        await ReadTaskAsync(tasks, id, stage, number, cancellationToken) switch
        {
            { Task: { } task } => TaggedJson<TaskDetailResponse>.Of(task),
            { Missing: var missing } => ApiProblem.From(context, ProblemTypes.NotFound, missing),
            _ => ApiProblem.From(context, ProblemTypes.NotFound, "there is no run with this id, or the number of the task is none"),
        };
}

/// <summary>The query of a list of tasks, as sent.</summary>
internal sealed record TaskListParameters
{
    [FromQuery(Name = "stage")]
    [Description("Name of the stage; when left out, the one that is open, else the first with failed tasks, else the last.")]
    public string? Stage { get; init; }

    [FromQuery(Name = "state")]
    [Description("waiting, running, done, failed, missed or cancelled; several separated by commas.")]
    public string? State { get; init; }

    [FromQuery(Name = "outcome")]
    [Description("success, or a cause why an attempt ended without a result; several separated by commas.")]
    public string? Outcome { get; init; }

    [FromQuery(Name = "worker")]
    [Description("Id of the worker that executes it or did so last.")]
    public string? Worker { get; init; }

    [FromQuery(Name = "limit")]
    [Description("Tasks on a page, 1 to 200; 50 when left out.")]
    public string? Limit { get; init; }

    [FromQuery(Name = "cursor")]
    [Description("From the next member of the page before.")]
    public string? Cursor { get; init; }

    public TaskListWords Words => new(Stage, State, Outcome, Worker, Limit, Cursor);
}
