using AzurePerf.Core.Api;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;
using AzurePerf.Storage.Runs;
using Microsoft.AspNetCore.Mvc;
using Microsoft.AspNetCore.Mvc.RazorPages;

namespace AzurePerf.Web.Runs.Tasks;

/// <summary>The tasks of one stage of a run, filtered as the address says, which has the words of the API.</summary>
internal sealed class TaskListPage(RunTasks tasks) : PageModel
{
    private static readonly string[] Words = ["state", "outcome", "worker"];

    /// <summary>The run.</summary>
    public string RunId { get; private set; } = "";

    /// <summary>Null where the address is wrong.</summary>
    public TaskListResponse? List { get; private set; }

    /// <summary>What is wrong with the address; nothing is listed then.</summary>
    public IReadOnlyList<SpecFault> Faults { get; private set; } = [];

    /// <summary>Address of the next page; null after the last.</summary>
    public string? Next { get; private set; }

    /// <summary>Address of the first page of the same list; null on it.</summary>
    public string? First => Asked("cursor").Length == 0 ? null : TasksApi.AddressOfNext(Request, Stage, TaskPlace.Start);

    /// <summary>The address of this page.</summary>
    public string Here => Request.Path + Request.QueryString;

    /// <summary>True when the address asks for all tasks of the stage.</summary>
    public bool IsUnfiltered => Words.All(word => Asked(word).Length == 0);

    /// <summary>Name of the stage; empty where none is known.</summary>
    public string Stage => List?.Stage?.Name ?? "";

    /// <summary>How the tasks of the stage stand, as a sentence.</summary>
    public string Lead => List?.Stage is { } stage ? Sentence.Start(TaskText.Progress(stage)) + "." : "";

    /// <summary>The counts of the stage that lead to its tasks: word and number.</summary>
    public IEnumerable<(string State, int Count)> Counts => List?.Stage is not { } stage ? [] :
        new (string State, int Count)[]
        {
            ("failed", stage.Failed), ("running", stage.Running), ("waiting", stage.Waiting), ("done", stage.Done),
            ("missed", stage.Missed), ("cancelled", stage.Cancelled),
        }.Where(count => count.Count > 0);

    /// <summary>What the address has for a word; empty for nothing.</summary>
    public string Asked(string word) => Request.Query[word].ToString();

    /// <summary>The address of a task.</summary>
    public string AddressOf(TaskResponse task) => TaskPage.AddressOf(RunId, Stage, task.Number);

    /// <param name="id">The run.</param>
    public async Task<IActionResult> OnGetAsync(string id)
    {
        RunId = id;
        var words = new TaskListWords(Asked("stage"), Asked("state"), Asked("outcome"), Asked("worker"), null, Asked("cursor"));
        (List, Faults) = await TasksApi.ReadAsync(tasks, id, words, HttpContext.RequestAborted);
        if (Faults.Count > 0)
        {
            Response.StatusCode = StatusCodes.Status400BadRequest;
            return Page();
        }

        Next = List?.NextPlace is { } place ? TasksApi.AddressOfNext(Request, Stage, place) : null;
        return List is null ? NotFound() : Page();
    }
}
