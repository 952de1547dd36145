using System.Text.Json.Nodes;
using AzurePerf.Core.Runs;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Rules;

/// <summary>The header and the stage of the run, as the engine's functions take them.</summary>
internal static class Runs
{
    private static readonly RunState[] ByStatus = [.. Enum.GetValues<RunStatus>().Select(status => Make(status, 1))];
    private static readonly RunState[] OfGangs = [.. Enum.GetValues<RunStatus>().Select(status => Make(status, World.MostTasks))];

    public static RunState In(RunStatus status, int workers = 1) => (workers == 1 ? ByStatus : OfGangs)[(int)status];

    public static StageState Stage(Scope scope, StageMarks marks) => new()
    {
        RunId = "run",
        Id = scope.Stage,
        Open = true,
        Closed = marks.HasFlag(StageMarks.Closed),
        Total = IsPlanned(scope, marks) ? scope.Tasks : 0,
        IsPlanned = IsPlanned(scope, marks),
        Created = marks.HasFlag(StageMarks.Created) ? scope.Tasks : 0,
        Dispatched = marks.HasFlag(StageMarks.Dispatched) ? scope.Tasks : 0,
        Finished = marks.HasFlag(StageMarks.Finished) ? scope.Tasks : 0,
        Failed = marks.HasFlag(StageMarks.Failed) ? scope.Tasks : 0,
    };

    public static bool IsPlanned(Scope scope, StageMarks marks) => !scope.PlansLate || marks.HasFlag(StageMarks.Ordered);

    private static RunState Make(RunStatus status, int workers) => new()
    {
        RunId = "run",
        Spec = new() { Experiment = "any", Scale = "custom", Target = "any", Workers = workers, Parameters = new JsonObject(), Repetitions = 1, Seed = 1 },
        Owner = "anybody",
        BodyHash = "",
        IndexKey = new("202601", "1"),
        Status = status,
        SubmittedAt = Instants.Manager,
    };
}
