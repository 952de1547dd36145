using AzurePerf.Core.Tasks;

namespace AzurePerf.Simulation.ModelCheck;

/// <summary>The small world that is searched: one run with one stage, whose tasks belong together.</summary>
/// <param name="Name">For people.</param>
/// <param name="Stage">Bag for tasks of a bag, Clean for a single task that measures nothing, Measure for a point.</param>
internal sealed record Scope(string Name, StageKind Stage)
{
    /// <summary>Rows: 1, or 2 for a gang and for tasks that share a message.</summary>
    public int Tasks { get; init; } = 1;

    /// <summary>Worker processes that may be there at once. One that died may come back as a new one.</summary>
    public int Workers { get; init; } = 2;

    /// <summary>Tasks that one process executes at once.</summary>
    public int SlotsEach { get; init; } = 1;

    /// <summary>TaskManagers that act at once, as if nothing kept them from it.</summary>
    public int Managers { get; init; } = 1;

    /// <summary>Crashes, cut-offs, lost messages, failed executions and time-outs, all together. Answers lost after a write and messages that show early come on top, without limit.</summary>
    public int Faults { get; init; } = 2;

    /// <summary>Whether the run may be cancelled.</summary>
    public bool Cancels { get; init; } = true;

    /// <summary>Whether the stage is planned only when it is open, from what the stages before it brought.</summary>
    public bool PlansLate { get; init; }

    /// <summary>Whether a TaskManager may read the header and the stage long before the rows.</summary>
    public bool TornLooks { get; init; } = true;

    public bool Measures => Stage == StageKind.Measure;

    public bool IsBag => Stage == StageKind.Bag;

    public bool IsGang => Measures && Tasks > 1;

    /// <summary>Whether the tasks of a bag go out in one message at first.</summary>
    public bool SharesMessage => IsBag && Tasks > 1;

    public int Slots => Workers * SlotsEach;

    public int ProcessOf(int slot) => slot / SlotsEach;

    public override string ToString() =>
        $"{Name}: {Workers} workers{(SlotsEach > 1 ? $" with {SlotsEach} slots" : "")}, {Managers} TaskManager{(Managers > 1 ? "s" : "")}, {Faults} fault{(Faults == 1 ? "" : "s")}{(Cancels ? "" : ", not cancelled")}";
}
