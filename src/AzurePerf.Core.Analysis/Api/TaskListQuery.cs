using System.Globalization;
using AzurePerf.Core.Runs;
using AzurePerf.Core.Tasks;
using AzurePerf.Core.Texts;

namespace AzurePerf.Core.Api;

/// <summary>What a list of tasks is asked for.</summary>
/// <param name="Stage">Name of the stage; null for the one that is worked on, or has failed tasks, or was last.</param>
/// <param name="Filter">Which tasks of it.</param>
/// <param name="Limit">How many at most.</param>
/// <param name="From">Where the page before ended.</param>
public sealed record TaskListQuery(string? Stage, TaskFilter Filter, int Limit, TaskPlace From)
{
    /// <summary>Why a task that was made is not there any more: a clause.</summary>
    public const string Gone = "the rows of this run's tasks are gone: they are removed some time after its end";

    private const int LongestWorker = 100;

    private static readonly Dictionary<string, TaskState> States = Enum.GetValues<TaskState>().ToDictionary(state => CamelCase.Of(state));

    /// <summary>Words for states.</summary>
    public static IReadOnlyList<string> StateWords { get; } = [.. States.Keys];

    /// <summary>The query, or null with everything that is wrong with it.</summary>
    /// <param name="asked">As sent; a part that is empty asks for nothing.</param>
    /// <param name="defaultLimit">Where none is asked for.</param>
    /// <param name="largestLimit">What may be asked for.</param>
    public static (TaskListQuery? Query, IReadOnlyList<SpecFault> Faults) Read(TaskListWords asked, int defaultLimit, int largestLimit)
    {
        ArgumentNullException.ThrowIfNull(asked);
        var faults = new List<SpecFault>();
        var limit = defaultLimit;
        if (asked.Limit is not null
            && (!int.TryParse(asked.Limit, NumberStyles.None, CultureInfo.InvariantCulture, out limit)
                || limit < 1 || limit > largestLimit))
        {
            faults.Add(new("limit", string.Create(CultureInfo.InvariantCulture, $"must be a whole number from 1 to {largestLimit}")));
        }

        var from = string.IsNullOrEmpty(asked.Cursor) ? TaskPlace.Start : TaskPlace.Parse(asked.Cursor);
        if (from is null)
        {
            faults.Add(new("cursor", "must be taken from the next member of a page"));
        }

        if (asked.Worker is { Length: > LongestWorker } || asked.Worker?.Any(char.IsControl) == true)
        {
            faults.Add(new("worker", "must be the id of a worker"));
        }

        var filter = new TaskFilter
        {
            States = Listed<TaskState>(
                asked.State, "state", word => States.TryGetValue(word, out var state) ? state : null, StateWords, faults),
            Outcomes = Listed<TaskOutcome>(
                asked.Outcome, "outcome", TaskOutcome.Parse, [.. TaskOutcome.All.Select(outcome => outcome.Word)], faults),
            Worker = string.IsNullOrWhiteSpace(asked.Worker) ? null : asked.Worker.Trim(),
        };
        return faults.Count > 0
            ? (null, faults)
            : (new(string.IsNullOrWhiteSpace(asked.Stage) ? null : asked.Stage.Trim(), filter, limit, from!), []);
    }

    /// <summary>
    /// The stage that is meant: by its name; without one the first that is open, else the first with a failed task, else the last that has
    /// ended and had tasks, but for cleaning up, else the first. Null for a name that none has.
    /// </summary>
    /// <param name="stages">Of the run, in order; one or more.</param>
    /// <param name="name">Its name; null for none.</param>
    public static StageState? Choose(IReadOnlyList<StageState> stages, string? name)
    {
        ArgumentNullException.ThrowIfNull(stages);
        return name is not null
            ? Find(stages, name)
            : stages.FirstOrDefault(stage => stage is { Open: true, Closed: false })
                ?? stages.FirstOrDefault(stage => stage.Failed > 0)
                ?? stages.LastOrDefault(stage => stage is { Closed: true, Total: > 0 } && stage.Kind != StageKind.Clean)
                ?? stages[0];
    }

    /// <summary>The stage of a name, which may have hyphens in place of its blanks.</summary>
    public static StageState? Find(IReadOnlyList<StageState> stages, string name) =>
        stages.FirstOrDefault(stage => stage.Name == name) ?? stages.FirstOrDefault(stage => TaskText.Slug(stage.Name) == name);

    private static IReadOnlyList<T> Listed<T>(
        string? text, string name, Func<string, T?> read, IReadOnlyList<string> words, List<SpecFault> faults)
        where T : struct
    {
        T?[] values = [.. (text ?? "").Split(',', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries).Select(read)];
        if (values.Any(value => value is null))
        {
            faults.Add(new(name, $"must be one of {string.Join(", ", words)}, or several separated by commas"));
        }

        return [.. values.OfType<T>()];
    }
}

/// <summary>A query of a list of tasks as it was sent; null or empty for what was not.</summary>
/// <param name="Stage">Name of a stage.</param>
/// <param name="State">States, separated by commas.</param>
/// <param name="Outcome">Outcomes, likewise.</param>
/// <param name="Worker">Id of a worker.</param>
/// <param name="Limit">A number.</param>
/// <param name="Cursor">Where a page begins.</param>
public sealed record TaskListWords(string? Stage, string? State, string? Outcome, string? Worker, string? Limit, string? Cursor);
