using AzurePerf.Core.Runs;

namespace AzurePerf.Simulation.ModelCheck.Worlds;

/// <summary>What a TaskManager is about to do.</summary>
internal enum ManagerStep : byte
{
    /// <summary>Read the header and the stage.</summary>
    Idle,

    /// <summary>Read the rows, then the workers and the gang row, and decide.</summary>
    Looked,

    TakingKeys,

    Beginning,

    Creating,

    /// <summary>Make the rows of a bag, or read them where they exist.</summary>
    Filling,

    /// <summary>Put messages, one after the other.</summary>
    Putting,

    MovingCursor,

    Raising,

    Publishing,

    Ending,

    /// <summary>Give the message of a fenced task to others.</summary>
    Stealing,

    /// <summary>Only where a mutation gives the keys back after the header.</summary>
    ReleasingLate,

    /// <summary>Store the orders of a stage that is planned late, under an id of this try.</summary>
    StoringOrders,

    /// <summary>Write into the stage's row how many tasks it has, and where their orders are.</summary>
    StoringPlan,
}

/// <summary>Which message of a fenced task of a bag may be shown to all, if its receipt still opens it.</summary>
internal enum Loot : byte
{
    Own,

    None,

    /// <summary>That of several becomes that of one whose worker was lost.</summary>
    Shared,
}

/// <summary>A TaskManager between two of its writes.</summary>
internal struct Manager
{
    public ManagerStep Step;

    /// <summary>Tasks whose message is still to be put or given to others: a bit for each.</summary>
    public byte Puts;

    /// <summary>Whether the ETags that those messages will carry are the rows' own still.</summary>
    public bool RowsFresh;

    /// <summary>What the cursor says once it was moved; none for no cursor to move.</summary>
    public StageMarks Then;

    /// <summary>Whether the header is as it was read.</summary>
    public bool RunFresh;

    /// <summary>Whether the stage is as it was read.</summary>
    public bool StageFresh;

    /// <summary>The header as read; when ending, as it will be.</summary>
    public RunStatus Run;

    /// <summary>The stage as read.</summary>
    public StageMarks Stage;

    /// <summary>When raising: the gang's next number.</summary>
    public byte Gang;

    /// <summary>When putting: the tasks share the message. There are no gangs then.</summary>
    public bool PutsShared
    {
        readonly get => Gang == 1;
        set => Gang = (byte)(value ? 1 : 0);
    }

    /// <summary>When giving the message of a fenced task to others: which one that may be.</summary>
    public Loot Loot
    {
        readonly get => (Loot)Gang;
        set => Gang = (byte)value;
    }

    /// <summary>Workers that were not alive when they were read before the rows: only where a mutation does that.</summary>
    public byte Missing;

    public readonly uint Code => (uint)Step | ((uint)Puts << 4) | (RowsFresh ? 1u << 6 : 0) | ((uint)Then << 7) | (RunFresh ? 1u << 14 : 0) | (StageFresh ? 1u << 15 : 0)
        | ((uint)Run << 16) | ((uint)Stage << 19) | ((uint)Gang << 26) | ((uint)Missing << 29);

    public static Manager Of(uint code) => new()
    {
        Step = (ManagerStep)(code & 15),
        Puts = (byte)((code >> 4) & 3),
        RowsFresh = ((code >> 6) & 1) != 0,
        Then = (StageMarks)((code >> 7) & 127),
        RunFresh = ((code >> 14) & 1) != 0,
        StageFresh = ((code >> 15) & 1) != 0,
        Run = (RunStatus)((code >> 16) & 7),
        Stage = (StageMarks)((code >> 19) & 127),
        Gang = (byte)((code >> 26) & 7),
        Missing = (byte)((code >> 29) & 7),
    };
}
