using AzurePerf.Core.Runs;
using AzurePerf.Simulation.ModelCheck.Worlds;

namespace AzurePerf.Simulation.ModelCheck.Rules;

/// <summary>Which of the engine's actions was decided.</summary>
internal enum DecisionKind : byte
{
    Wait,
    Forget,
    Begin,
    PlanStage,
    CreateTasks,
    Dispatch,
    Remind,
    Store,
    RaiseGang,
    OrderStop,
    Advance,
    CancelRest,
    FillBag,
    ScanBag,
    CancelBag,
    CloseStage,
    Finish,
}

/// <summary>A decision over the model: what of the engine's action matters here.</summary>
internal struct Decision
{
    public DecisionKind Kind;

    /// <summary>Of Remind and OrderStop.</summary>
    public int Task;

    /// <summary>Of Store: which rows it writes, a bit for each, and what.</summary>
    public int Writes;
    public PerTask<Row> After;

    /// <summary>Of RaiseGang.</summary>
    public int Gang;

    /// <summary>Of Advance.</summary>
    public bool Publishes;
    public bool Failed;

    /// <summary>Of Finish.</summary>
    public RunStatus Status;
}

/// <summary>What a TaskManager happens to see beside what is stored.</summary>
/// <param name="Dead">Rows whose owner it knows to be dead: a bit for each.</param>
/// <param name="Forgotten">The row whose message it put long ago or does not know of; -1 for none.</param>
/// <param name="Overdue">The row whose execution is over its limit; -1 for none.</param>
/// <param name="ScanIsDue">Whether it is time to look through the bag.</param>
internal readonly record struct Sight(int Dead, int Forgotten = -1, int Overdue = -1, bool ScanIsDue = false);
