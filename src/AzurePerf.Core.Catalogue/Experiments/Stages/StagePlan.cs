using System.Text.Json.Nodes;
using AzurePerf.Core.Measurements;

namespace AzurePerf.Core.Experiments.Stages;

/// <summary>How the tasks of a stage are dispatched.</summary>
public enum StageShape
{
    /// <summary>A single task, by a measure worker.</summary>
    OneTask,

    /// <summary>Points, one after the other, each by as many measure workers as the run asks for.</summary>
    Points,

    /// <summary>Independent tasks, as many at once as bag workers have slots.</summary>
    Bag,
}

/// <summary>What of its run is given up when a task of a stage has failed for good.</summary>
public enum FailureReach
{
    /// <summary>Nothing: the other tasks and the stages after it go on without its product.</summary>
    Nothing,

    /// <summary>The stages that follow it. Its own other tasks still end.</summary>
    Dependants,

    /// <summary>The rest of its stage, and the stages that follow it.</summary>
    Stage,
}

/// <summary>One stage of a run as its experiment declares it: named tasks with one work.</summary>
/// <param name="Name">For people, and for later stages that read its products; one of a kind in its run.</param>
/// <param name="Shape">How its tasks are dispatched.</param>
/// <param name="Work">The work that executes a task of it, by the name that workers registered it under.</param>
public sealed record StagePlan(string Name, StageShape Shape, string Work)
{
    /// <summary>The most tasks that a stage may have.</summary>
    public const int MostTasks = 1_000_000;

    /// <summary>The most tasks that all stages of a run may have together, those that are planned late included.</summary>
    public const int MostTasksOfRun = 10_000_000;

    /// <summary>How many tasks it has, whose numbers say what each is to do; not asked where <see cref="Orders"/> says it.</summary>
    public int Tasks { get; init; }

    /// <summary>How many tasks it has at most, for estimates: what <see cref="Tasks"/> says unless its plan comes later and says
    /// less.</summary>
    public long TasksAtMost
    {
        get => field > 0 ? field : Tasks;
        init;
    }

    /// <summary>What its tasks store for good; null for nothing.</summary>
    public StageStorage? Stores { get; init; }

    /// <summary>How long one execution is expected to take, before any was seen; null where the planner cannot know.</summary>
    public TimeSpan? Expected { get; init; }

    /// <summary>
    /// What of the run decides how long an execution takes, by name; null for nothing. Durations of different levels are never mixed: a
    /// limit that was learned from tasks of a second would stop those of an hour.
    /// </summary>
    public JsonObject? Levels { get; init; }

    /// <summary>The stages whose end it waits for and whose failures may give it up, by name; null for all before it.</summary>
    public IReadOnlyList<string>? Follows { get; init; }

    /// <summary>What a task that failed for good gives up. A run with onError "stop" gives up the stage in any case.</summary>
    public FailureReach GivesUp { get; init; }

    /// <summary>
    /// True where its tasks work on the run's target. The run then keeps others from that target, and cleans up what was registered.
    /// </summary>
    public bool TouchesTarget { get; init; }

    /// <summary>What one task does to the target at most; null where nobody can say: then what the run costs is unknown.</summary>
    public TaskLoad? Load { get; init; }

    /// <summary>
    /// Makes the orders of its tasks, one text a task, when the stages before it have closed. The same products must give the same orders:
    /// a plan that broke off is made again. Null where the number of a task says enough.
    /// </summary>
    public Func<IStageProducts, IAsyncEnumerable<string>>? Orders { get; init; }

    /// <summary>
    /// True where its <see cref="Orders"/> may come to none: it is then planned with no tasks and closes at once, has no products and no
    /// points, and the stages after it go on. False where a plan without orders ends the run.
    /// </summary>
    public bool MayBeEmpty { get; init; }

    /// <summary>Begins to fold its products into points, when all its tasks have ended; null where they tell none.</summary>
    public Func<IStageFold>? Fold { get; init; }
}

/// <summary>What each task of a stage stores for good.</summary>
/// <param name="Kind">Kind of product in the catalogue.</param>
/// <param name="ExpectedBytes">About how many bytes a task stores, before any was seen.</param>
/// <param name="BytesOf">How many bytes an execution stored, by its result as JSON.</param>
public sealed record StageStorage(string Kind, double ExpectedBytes, Func<string, long> BytesOf)
{
    /// <summary>Products of the kind that one task stores.</summary>
    public int Products { get; init; } = 1;
}

/// <summary>What one task does to its target at most.</summary>
/// <param name="Service">blob, queue or table.</param>
/// <param name="Requests">Requests to that service.</param>
/// <param name="Bytes">Payload.</param>
public sealed record TaskLoad(string Service, double Requests, double Bytes);

/// <summary>
/// Makes points of the products of a stage. The same products must give the same points: a fold that broke off is begun anew.
/// </summary>
public interface IStageFold
{
    /// <summary>Takes one product; each comes once, in an order that is the same each time.</summary>
    void Add(TaskProduct product);

    /// <summary>The points, after all products. A value that is no finite number is left out, and its point says so.</summary>
    IReadOnlyList<StagePoint> End();
}

/// <summary>A point that a stage's products were folded into.</summary>
/// <param name="Levels">What tells it from the others, by name.</param>
/// <param name="Repetition">From 1.</param>
/// <param name="Result">Its values, distributions and operations, whichever it has.</param>
public sealed record StagePoint(JsonObject Levels, int Repetition, PointResult Result);

/// <summary>The works that come with every worker, beside those of experiments that declare their stages.</summary>
public static class StageWork
{
    /// <summary>Makes the data that several points read.</summary>
    public const string Prepare = "prepare";

    /// <summary>Measures a point.</summary>
    public const string Measure = "measure";

    /// <summary>Removes what the run registered in its target.</summary>
    public const string Clean = "clean";
}

/// <summary>The result of one task of a stage that has closed.</summary>
/// <param name="Task">The task's number in its stage, from 0.</param>
/// <param name="Result">What its work gave back, as JSON.</param>
public sealed record TaskProduct(int Task, string Result);

/// <summary>What the stages of a run that have closed produced.</summary>
public interface IStageProducts
{
    /// <summary>The products of a stage, each once, in the order of its tasks; tasks without a result have none.</summary>
    /// <param name="stage">The name of a stage that has closed.</param>
    /// <exception cref="InvalidDataException">The run has no such stage, or it has not closed.</exception>
    IAsyncEnumerable<TaskProduct> OfAsync(string stage);
}
