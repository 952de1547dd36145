using System.Globalization;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Nodes;
using AzurePerf.Core.Api;
using AzurePerf.Core.Spelling;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.Storage.Runs;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Runs.Tasks;

/// <summary>One task of a run: its attempts with what each said, what it is to do and what it brought.</summary>
internal sealed class TaskPage(RunTasks tasks) : PageModel
{
    /// <summary>Characters of an order or a result that are shown; the API has all.</summary>
    private const int MostCharacters = 20_000;

    private static readonly JsonSerializerOptions Indented =
        new() { WriteIndented = true, NewLine = "\n", Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>The task.</summary>
    public TaskDetailResponse Detail { get; private set; } = null!;

    /// <summary>What people call it: "task 17 of reprojection".</summary>
    public string Name => $"task {NumberFormat.Count(Detail.Task.Number)} of {Detail.Stage}";

    /// <summary>How it stands, as a sentence.</summary>
    public string Lead => LeadOf(Detail);

    /// <summary>Where the same is as JSON.</summary>
    public string ApiAddress => "/api/v1" + AddressOf(Detail.RunId, Detail.Stage, Detail.Task.Number);

    /// <summary>The address of a task.</summary>
    /// <param name="runId">The run.</param>
    /// <param name="stage">Name of the stage.</param>
    /// <param name="number">From 1.</param>
    public static string AddressOf(string runId, string stage, int number) =>
        string.Create(CultureInfo.InvariantCulture, $"/runs/{runId}/tasks/{Uri.EscapeDataString(TaskText.Slug(stage))}/{number}");

    /// <summary>A document for people, cut off where it is longer than anybody reads.</summary>
    public static string Text(JsonNode document)
    {
        var text = document.ToJsonString(Indented);
        return text.Length <= MostCharacters ? text : text[..MostCharacters] + "\n...";
    }

    /// <summary>What a program wrote, with a sign for each character that would steer the page.</summary>
    public static string Log(string log) =>
        string.Concat(log.Select(character => character is not ('\n' or '\t') && TextSteering.Is(character) ? '\uFFFD' : character));

    /// <param name="id">The run.</param>
    /// <param name="stage">Name of the stage.</param>
    /// <param name="number">Of the task, from 1.</param>
    public async Task<IActionResult> OnGetAsync(string id, string stage, string number)
    {
        if (await TasksApi.ReadTaskAsync(tasks, id, stage, number, HttpContext.RequestAborted) is not { Task: { } detail })
        {
            return NotFound();
        }

        Detail = detail;
        return Page();
    }

    private static string LeadOf(TaskDetailResponse detail)
    {
        var task = detail.Task;
        var attempts = NumberFormat.Counted(task.Attempts, "attempt");
        var how = task switch
        {
            { State: TaskState.Done, Outcome: { } outcome } when outcome != TaskOutcome.Success.Word =>
                $"Done without work: {task.OutcomeLabel}",
            { State: TaskState.Done } => $"Done after {attempts}",
            { State: TaskState.Failed, Attempts: 0 } => $"Failed with the others of its point: {task.OutcomeLabel}",
            { State: TaskState.Failed } => $"Failed for good after {attempts}: {task.OutcomeLabel}",
            { State: TaskState.Running } => $"Running, attempt {NumberFormat.Count(task.Attempts)}",
            { State: TaskState.Missed } => "Missed: its time passed before a worker took it",
            { State: TaskState.Cancelled } => task.Attempts > 0 ? $"Cancelled after {attempts}" : "Cancelled before it began",
            { Attempts: > 0 } => $"Waiting for attempt {NumberFormat.Count(task.Attempts + 1)}",
            _ => "Waiting: it has not begun",
        };
        return how + ".";
    }
}
