namespace AzurePerf.Simulation.ModelCheck.Worlds;

/// <summary>What a slot of a worker is about to do.</summary>
internal enum SlotStep : byte
{
    /// <summary>Get a message.</summary>
    Idle,

    /// <summary>Claim: it has a message, and the run was open when it looked.</summary>
    Holding,

    /// <summary>Find out whether its claim was stored: the answer was lost.</summary>
    Claiming,

    /// <summary>Execute a task that measures nothing.</summary>
    Executing,

    /// <summary>Ask the barrier.</summary>
    Waiting,

    /// <summary>Wait for the instant that it was told: the answer may be old by then.</summary>
    Starting,

    /// <summary>Measure.</summary>
    Measuring,

    /// <summary>Store a result.</summary>
    Ended,

    /// <summary>Store that it has no result and may be repeated.</summary>
    EndedBadly,

    /// <summary>Store that it has no result and that repeating cannot help.</summary>
    EndedForGood,

    /// <summary>Find out whether the end was stored: the answer was lost.</summary>
    Storing,

    /// <summary>Delete its message.</summary>
    Deleting,

    /// <summary>Show its message to all.</summary>
    Showing,

    /// <summary>Of tasks that were claimed together: begin the next one, or none.</summary>
    Turning,

    /// <summary>Of tasks that were claimed together: store what is done, give back the rest, settle the message.</summary>
    Leaving,

    /// <summary>Give the tasks of a message that share none any more messages of their own.</summary>
    GivingOn,
}

/// <summary>Which receipt of a message a slot has.</summary>
internal enum Receipt : byte
{
    None,

    /// <summary>Of a message with the ETag of an older row.</summary>
    OfStale,

    /// <summary>Of a message with the ETag of the row as it is.</summary>
    OfFresh,
}

/// <summary>One slot of a worker process.</summary>
internal struct Slot
{
    public SlotStep Step;

    public byte Task;

    public byte Attempt;

    /// <summary>The message it came by; None once somebody else got that. Of a point it is with the others from the claim on: any of them may be got again.</summary>
    public Receipt Message;

    /// <summary>Whether that message is one of all tasks.</summary>
    public bool Shared;

    /// <summary>What it has to do for each task of that message but the one that it executes.</summary>
    public PerTask<Part> Parts;

    public readonly bool Executes => Step is SlotStep.Executing or SlotStep.Waiting or SlotStep.Starting or SlotStep.Measuring;

    public readonly int Code => (int)Step | (Task << 4) | (Attempt << 5) | ((int)Message << 8)
        | (Shared ? 1 << 10 : 0) | ((int)Parts[0] << 11) | ((int)Parts[1] << 14);

    public readonly bool Has(Part part) => Parts[0] == part || Parts[1] == part;

    public static Slot Of(int code)
    {
        var slot = new Slot
        {
            Step = (SlotStep)(code & 15),
            Task = (byte)((code >> 4) & 1),
            Attempt = (byte)((code >> 5) & 7),
            Message = (Receipt)((code >> 8) & 3),
            Shared = ((code >> 10) & 1) != 0,
        };
        slot.Parts[0] = (Part)((code >> 11) & 7);
        slot.Parts[1] = (Part)((code >> 14) & 7);
        return slot;
    }
}

/// <summary>What a slot has to do for one of the tasks that it claimed together.</summary>
internal enum Part : byte
{
    /// <summary>Nothing more, or it executes it.</summary>
    None,

    /// <summary>Begin it, or give it back.</summary>
    Waiting,

    /// <summary>Store its result.</summary>
    Unstored,

    /// <summary>Find out before the end whether it still needs the message: others have it.</summary>
    OfOthers,

    /// <summary>Find out whether it was given back: the answer was lost.</summary>
    Returning,

    /// <summary>Put a message of its own.</summary>
    WithoutMessage,

    /// <summary>Nothing: its result did not count. What waits is not begun.</summary>
    Lost,
}

/// <summary>What has become of a worker process.</summary>
internal enum Life : byte
{
    /// <summary>There is none: not started yet, ended or dead. The next start is another worker.</summary>
    None,

    Alive,

    /// <summary>Without the control plane for so long that it has stopped itself: it only hands back what it executed. Only now may it be declared dead.</summary>
    Stopping,
}
